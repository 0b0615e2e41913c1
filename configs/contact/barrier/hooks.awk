# Two strips of cloth, each bent to a hook that goes through the other's: awk -v which=a -f hooks.awk > hook-a.obj
# Arms of 0.16 m along x at 0.04 m from it, joined by half a circle around x = 0.03 m; 0.06 m wide. b is a, turned.
function vertex(x, y, z) {
    if (which == "b") printf "v %.9g %.9g %.9g\n", -x, z, y
    else printf "v %.9g %.9g %.9g\n", x, y, z
}
BEGIN {
    arm = 16; bend = 12; across = 6; radius = 0.04; pi = 3.14159265358979
    along = 2 * arm + bend
    for (i = 0; i <= along; i++)
        for (j = 0; j <= across; j++) {
            z = 0.06 * (j / across - 0.5)
            if (i <= arm) vertex(0.03 - 0.01 * (arm - i), radius, z)
            else if (i >= arm + bend) vertex(0.03 - 0.01 * (i - arm - bend), -radius, z)
            else {
                angle = pi * (i - arm) / bend
                vertex(0.03 + radius * sin(angle), radius * cos(angle), z)
            }
        }
    for (i = 0; i < along; i++)
        for (j = 0; j < across; j++) {
            p = i * (across + 1) + j + 1; q = p + across + 1
            print "f", p, q, p + 1
            print "f", p + 1, q, q + 1
        }
}
