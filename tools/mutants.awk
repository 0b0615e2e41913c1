# Every fault that can be planted in the lines of C sources by rule, one a line:
# file TAB line TAB rule TAB the line with the fault in it.
# Comments, the preprocessor's lines and lines with a text in them have none.

function plant(rule, at, taken, by) {
    printf "%s\t%d\t%s\t%s\n", FILENAME, FNR, rule, substr($0, 1, at - 1) by substr($0, at + taken)
}

# Each place of `what` in the line, as it is written there.
function replace(rule, what, by,    from, at) {
    from = 1
    while ((at = index(substr($0, from), what)) > 0) {
        plant(rule, from + at - 1, length(what), by)
        from += at - 1 + length(what)
    }
}

function numbers(    from, rest) {
    from = 1
    while (match(rest = substr($0, from), /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
        if (substr(rest, RSTART, RLENGTH) + 0 == 0)
            plant("constant", from + RSTART - 1, RLENGTH, "0.1")
        else
            plant("constant", from + RSTART - 1, RLENGTH, "(1.1 * " substr(rest, RSTART, RLENGTH) ")")
        from += RSTART + RLENGTH - 1
    }
}

FNR == 1 { comment = 0; whole = 0 }
/^ *\/\*/ { comment = 1 }
comment { if (/\*\//) comment = 0; next }
/^#/ || /"/ || /\\$/ { whole = 0; next }
{
    replace("comparison", " < ", " <= ")
    replace("comparison", " <= ", " < ")
    replace("comparison", " > ", " >= ")
    replace("comparison", " >= ", " > ")
    replace("comparison", " == ", " != ")
    replace("comparison", " != ", " == ")
    replace("sign", " + ", " - ")
    replace("sign", " - ", " + ")
    replace("sign", " += ", " -= ")
    replace("sign", " -= ", " += ")
    replace("off by one", " + 1", " + 2")
    replace("off by one", " - 1", " - 0")
    replace("off by one", " = 0; ", " = 1; ")
    replace("logic", " && ", " || ")
    replace("logic", " || ", " && ")
    replace("logic", "(!", "(")
    replace("logic", "return true;", "return false;")
    replace("logic", "return false;", "return true;")
    numbers()
    # An assignment or a call, a line by itself, behind a line that is whole. What is not freed or closed only
    # sanitizers see.
    if (whole && /^ +[a-z][A-Za-z0-9_.>-]*(\[[^]]*\])*( [-+*\/|&]?= |\().*;$/ && !/^ +(return|for|while|if|switch)/ && !/(free|destroy|close)\(/)
        plant("dropped", match($0, /[a-z]/), length($0), ";")
    whole = /[;{}]$/
}
