-- What a page needs to stand in the site: tools/docs.sh calls pandoc with this. In the environment:
--   DOCS_SOURCE  the page's path from the root of the tree, docs/laws.md
--   DOCS_PAGES   all pages and pictures of the site, by such paths, each between spaces
--   DOCS_INDEX   the file that gets the page's sections, for the search; or
--   DOCS_FRONT   what comes before the links of the page that are to be kept: the front part of README.md is made

local source, pages = os.getenv 'DOCS_SOURCE', os.getenv 'DOCS_PAGES'
local front = os.getenv 'DOCS_FRONT'

-- Where a file of the tree is in the site's docs/.
local function place(path)
  return (path:gsub('^README%.md$', 'trama.md'):gsub('^CONTRIBUTING', 'contributing'):gsub('^docs/', '')
    :gsub('README%.md$', 'index.md'):gsub('%.md$', '.html'))
end

local function folder(path)
  return path:match '^(.*/)' or ''
end

-- a/../b is b.
local function plain(path)
  local before
  repeat
    before, path = path, path:gsub('[^/]+/%.%./', '', 1)
  until before == path
  return path
end

local function known(path)
  return pages:find(' ' .. path .. ' ', 1, true) and path
end

-- The file of the site that a page's link or name leads to: from its folder, the root, or docs/. nil: none.
local function target(name)
  return known(plain(folder(source) .. name)) or known(name) or known('docs/' .. name)
end

-- As an address in this page.
local function address(path)
  local own = place(source)
  local up = (front or '') .. folder(own):gsub('[^/]+', '..')
  return up .. place(path)
end

local function mended(link)
  local name, anchor = link:match '^([^#]*)(.*)$'
  local path = name ~= '' and target(name)
  return path and address(path) .. anchor or link
end

local function mend_link(link)
  link.target = mended(link.target)
  return link
end

-- A picture opens by itself, since a narrow screen shows it small.
local function mend_image(image)
  image.src = mended(image.src)
  return pandoc.Link({ image }, image.src)
end

-- `laws.md` is how the pages name each other.
local function link_code(code)
  local path = code.text:match '%.md$' and target(code.text)
  return path and pandoc.Link(code, address(path)) or nil
end

local heading = ''

local function note_heading(header)
  heading = pandoc.utils.stringify(header)
end

-- Columns are as wide as their text, and what is wider than the screen is scrolled. The table is named by its section.
local function scroll_table(block)
  for i, spec in ipairs(block.colspecs) do
    block.colspecs[i] = { spec[1], nil }
  end
  return pandoc.Div(block, { class = 'scroll', role = 'region', tabindex = '0', ['aria-label'] = 'Table: ' .. heading })
end

-- --- the search ---

local function quoted(text)
  return '"' .. text:gsub('[\\"]', '\\%0'):gsub('%c', ' ') .. '"'
end

local function words_of(blocks)
  local text = pandoc.write(pandoc.Pandoc(blocks), 'plain', { wrap_text = 'wrap-none' })
  return (text:gsub('%-%-%-+', ' '):gsub('%s+', ' '))
end

-- A line a section: page, its title, anchor, heading, text.
local function write_index(doc, title)
  local out = assert(io.open(os.getenv 'DOCS_INDEX', 'w'))
  local anchor, name, blocks = '', title, {}
  local function write()
    if #blocks > 0 then
      local parts = { place(source), title, anchor, name, words_of(blocks) }
      for i, part in ipairs(parts) do parts[i] = quoted(part) end
      out:write('[', table.concat(parts, ','), '],\n')
    end
  end
  for _, block in ipairs(doc.blocks) do
    if block.t == 'Header' then
      write()
      anchor, name, blocks = block.identifier, pandoc.utils.stringify(block), {}
    else
      blocks[#blocks + 1] = block
    end
  end
  write()
  out:close()
end

-- --- the front part ---

-- The blocks below the heading, up to the next one.
local function section(doc, identifier)
  local blocks, inside = {}, false
  for _, block in ipairs(doc.blocks) do
    if block.t == 'Header' then inside = block.identifier == identifier end
    if inside then blocks[#blocks + 1] = block end
  end
  assert(#blocks > 0, source .. ': no section #' .. identifier .. ', which the landing page shows')
  return blocks
end

local function front_links()
  local ways = { { 'Tutorial', 'tutorial/index.html' }, { 'Documents', 'index.html' }, { 'Install and begin', 'trama.html#in-two-minutes' },
    { 'Search', 'index.html#search' }, { 'Studies', '#the-studies' } }
  local inlines = {}
  for _, way in ipairs(ways) do
    inlines[#inlines + 1] = pandoc.Link(way[1], way[2]:match '^#' and way[2] or front .. way[2])
    inlines[#inlines + 1] = pandoc.Space()
  end
  return pandoc.Div(pandoc.Para(inlines), { class = 'ways' })
end

local function front_part(doc)
  local blocks = section(doc, 'trama')
  table.remove(blocks, 1) -- the landing page has a title
  table.insert(blocks, 3, front_links())
  for _, identifier in ipairs { 'what-it-reproduces', 'your-question-and-the-command' } do
    for _, block in ipairs(section(doc, identifier)) do blocks[#blocks + 1] = block end
  end
  return blocks
end

function Pandoc(doc)
  local title = pandoc.utils.stringify(doc.blocks[1])
  doc.meta.pagetitle = front and 'trama' or title .. (title == 'trama' and '' or ' · trama')
  if front then
    doc.blocks = front_part(doc)
  else
    write_index(doc, title)
  end
  return doc:walk { Link = mend_link, Image = mend_image, Code = link_code, Header = note_heading, Table = scroll_table }
end
