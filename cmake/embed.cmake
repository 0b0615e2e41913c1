# Writes a C file that holds a text file: -DINPUT=page.css -DNAME=page_css -DHEADER=... -DOUTPUT=... gives
# `const unsigned char page_css[]` and `const size_t page_css_size`, as HEADER declares them.
file(READ ${INPUT} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" lines "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," lines "${lines}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

const unsigned char ${NAME}[] = {
${lines}
};
const size_t ${NAME}_size = ${size};
")
