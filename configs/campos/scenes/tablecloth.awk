# The mesh of a round tablecloth, in edge lengths: awk -f tablecloth.awk > tablecloth.obj
# Ring i has 6 i vertices at radius i; rings 0 to 7, the first 169 vertices, lie on the table. Further out
# vertices are moved by up to 0.2 along and across the ring, so that no two triangles are alike.
function noise(n)  # -1 to 1
{
    n = sin(12.9898 * n) * 43758.5453
    return 2 * (n - int(n)) - (n > 0 ? 1 : -1)
}
function vertex(i, j,    angle, radius, count)
{
    count = i > 0 ? 6 * i : 1
    angle = 8 * atan2(1, 1) * j / count
    radius = i
    if (i > table) {
        angle += 0.2 * noise(++vertices) / i
        radius += i < rings ? 0.2 * noise(++vertices) : 0
    }
    printf "v %.4f 0 %.4f\n", radius * cos(angle), -radius * sin(angle)
}
function node(i, j)  # its number in OBJ, from 1; j goes round
{
    return i == 0 ? 1 : 2 + 3 * i * (i - 1) + j % (6 * i)
}
BEGIN {
    rings = 16
    table = 7
    print "# round tablecloth, 817 vertices, 1536 triangles; made by tablecloth.awk"
    for (i = 0; i <= rings; i++)
        for (j = 0; j < (i > 0 ? 6 * i : 1); j++)
            vertex(i, j)
    for (i = 1; i <= rings; i++)
        for (sector = 0; sector < 6; sector++)
            for (j = 0; j < i; j++) {
                outer = sector * i + j
                inner = sector * (i - 1) + j
                print "f", node(i, outer), node(i, outer + 1), node(i - 1, inner)
                if (j < i - 1)
                    print "f", node(i - 1, inner), node(i, outer + 1), node(i - 1, inner + 1)
            }
}
