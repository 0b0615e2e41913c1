"""Every link of a site's pages: links.py SITE. Files and anchors must be there, and nothing may be loaded from elsewhere."""
import html.parser
import pathlib
import sys
import urllib.parse

LOADS = {"img", "script", "iframe", "source", "video", "audio", "object", "embed"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.links, self.anchors = [], {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src", "data") and value is not None and not (name == "data" and tag != "object"):
                self.links.append((tag, value))


site = pathlib.Path(sys.argv[1]).resolve()
pages = {file: Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
wrong, checked = [], 0
for file, page in pages.items():
    for tag, link in page.links:
        url = urllib.parse.urlsplit(link)
        checked += 1
        if url.scheme in ("data", "blob", "mailto"):
            continue
        if url.scheme or url.netloc:
            if tag in LOADS or tag == "link":
                wrong.append(f"{file}: <{tag}> loads {link}")
            continue  # a reader may follow it
        target = (file.parent / urllib.parse.unquote(url.path)).resolve() if url.path else file
        if site not in target.parents and target != site:
            wrong.append(f"{file}: {link} leaves the site")
        elif not target.is_file():
            wrong.append(f"{file}: {link} is not there")
        elif url.fragment and target in pages:
            if urllib.parse.unquote(url.fragment) not in pages[target].anchors:
                wrong.append(f"{file}: {link}: no such anchor")
assert pages and checked, "no pages, or no links"
assert not wrong, "\n".join(wrong[:20])
print(f"passed: {checked} links of {len(pages)} pages")
