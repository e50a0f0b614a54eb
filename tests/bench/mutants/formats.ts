import { editsIn } from './plan.mjs'

export const FORMATS_EDITS = editsIn({
  'lib/branding/accent.ts': [
    ['const ENOUGH = 4.5', 'const ENOUGH = 3', 'an accent is too light to read'],
    [
      "{ day: readable(colour, day, '#000000'), night: readable(colour, night, '#ffffff') }",
      "{ day: readable(colour, night, '#ffffff'), night: readable(colour, day, '#000000') }",
      'the accents of day and night are swapped',
    ],
  ],
  'lib/formats/database.ts': [
    ["address.startsWith('data:')", 'false', 'a picture stands in an address of Markdown'],
    [
      "if (at !== data.titleColumn || path === '') return shown",
      "if (at === data.titleColumn || path === '') return shown",
      'rows of a copy lead nowhere',
    ],
  ],
  'lib/formats/desk.ts': [
    ['const MOST = 100', 'const MOST = 100_000', 'a list of the desk grows with the site'],
    [
      'return mayRead(access, PUBLIC) ? encodeURI(`/${path}`) : undefined',
      'return encodeURI(`/${path}`)',
      'the desk links to closed pages',
    ],
    ['findings.filter((finding) => !isWrong(finding))', 'findings.filter(isWrong)', 'notes are errors'],
  ],
  'lib/formats/document.ts': [
    ['headerRow === 1 ? made : [empty, ...made]', 'made', 'the first row of a table is its heading'],
    ["if (src.startsWith('data:')) return", "if (src.startsWith('blob:')) return", 'a copy holds whole pictures'],
    ['start: ordered === 1 ? (start ?? 1) : null', 'start: ordered === 1 ? 1 : null', 'numbered lists begin at 1'],
  ],
  'lib/formats/error-page.ts': [
    ['dir="auto">${escapeHtml(page.title)}', 'dir="auto">${page.title}', 'the title of a page is markup'],
    ['<meta name="robots" content="noindex">', '', 'search engines list error pages'],
    [
      '`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`',
      "''",
      'the page of a site that is being filled stays',
    ],
  ],
  'lib/formats/feed-pages.ts': [
    ['page.readable && mayRead(page.access, PUBLIC)', 'page.readable', 'feeds name closed pages'],
    ['publishedAt(page) <= now', 'true', 'feeds name what has not come out yet'],
    ['const MOST_ENTRIES = 50', 'const MOST_ENTRIES = 60', 'feeds grow'],
  ],
  'lib/formats/feeds.ts': [
    ["page.direction === 'ltr' ? html", "page.direction !== 'ltr' ? html", 'Arabic runs from left to right'],
    ['`urn:uuid:${id}`', '`urn:uuid:${id}-1`', 'all entries are new'],
    ['Math.max(page.edited, publishedAt(page))', 'page.edited', 'an entry changed before it was published'],
  ],
  'lib/formats/findings.ts': [
    [
      "if (access.kind !== 'unpublished') return undefined",
      "if (access.kind === 'public') return undefined",
      'members pages have the notice of drafts',
    ],
  ],
  'lib/formats/instants.ts': [
    ['return /^\\d{4}-/.test(iso) ? iso : undefined', 'return iso', 'a year of six digits is in a feed'],
  ],
  'lib/formats/llms.ts': [
    ['page.readable && mayRead(page.access, PUBLIC)', 'page.readable', 'language models read closed pages'],
    ['const LONGEST_DESCRIPTION = 200', 'const LONGEST_DESCRIPTION = 2000', 'descriptions are whole paragraphs'],
  ],
  'lib/formats/manifest.ts': [["start_url: '/'", "start_url: '/members'", 'an installed site starts elsewhere']],
  'lib/formats/markdown.ts': [
    ["['description', page.description || undefined]", "['description', undefined]", 'a copy lacks its description'],
    [
      '.replace(/[\\u007F-\\u009F\\u2028\\u2029\\uFEFF]/g, (character) => {',
      '.replace(/[\\u007F-\\u009F\\uFEFF]/g, (character) => {',
      'a title breaks out of the front matter',
    ],
  ],
  'lib/formats/phrasing.ts': [
    ['marks: marks.slice(1)', 'marks: marks.slice(2)', 'text that is bold and italic is only bold'],
  ],
  'lib/formats/preference.ts': [
    ["[0] === 'text/markdown'", "[0] !== 'text/html'", 'who accepts nothing gets Markdown'],
  ],
  'lib/formats/robots.ts': [['!crawlable', 'crawlable', 'crawlers visit members pages and nothing else']],
  'lib/formats/sitemap.ts': [
    ['index.pages.filter(({ access }) => mayRead(access, PUBLIC))', 'index.pages', 'the sitemap names closed pages'],
    ['at - start === addresses', 'at - start > addresses', 'a sitemap has one address too many'],
    ['open.filter(({ readable }) => readable)', 'open', 'the sitemap names pages that answer 503'],
  ],
  'lib/formats/structured-data.ts': [
    ['/[<>&\\u2028\\u2029]/g', '/[>&\\u2028\\u2029]/g', 'a title ends the script element'],
    [
      'index < ancestors.length ? siteUrl + path',
      'index <= ancestors.length ? siteUrl + path',
      'the last breadcrumb has an address',
    ],
  ],
  'lib/formats/xml.ts': [
    ["'<': '&lt;', '>'", "'<': '<', '>'", 'a title is markup in a feed'],
    [".replace(FORBIDDEN, '')", '', 'a control character breaks a feed'],
  ],
})

export const SOCIAL_EDITS = editsIn({
  'lib/pictures/card.ts': [
    ["direction === 'rtl' ? start + width - layer.width : MARGIN", 'MARGIN', 'Arabic titles stand on the left'],
    ['.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)', '', 'a title is markup in a picture'],
    [
      'layer.height <= box.height ? layer : undefined',
      'layer.height <= box.height * 9 ? layer : undefined',
      'a long title runs over the edge',
    ],
    [
      'const isNamed = own === undefined || facts.title === facts.siteName',
      'const isNamed = false',
      'the name of the site stands twice',
    ],
  ],
  'lib/pictures/families.ts': [
    ['from <= code && code <= to', 'from < code && code <= to', 'the first letter of each file is left out'],
    ["to.replaceAll('?', 'F')", "to.replaceAll('?', '0')", 'a range with question marks is one letter'],
  ],
  'lib/pictures/shrink.ts': [
    ['if (await isMovingPng(file)) return undefined', '', 'a moving picture stands still'],
    ['withoutEnlargement: true', 'withoutEnlargement: false', 'small pictures are enlarged'],
  ],
  'lib/social/site-icon.ts': [
    [
      'site.page(site.index.root, PUBLIC)',
      'site.index.pages.find(({ id }) => id === site.index.root)',
      'the icon of a closed root page is shown',
    ],
  ],
  'lib/social/social-image.ts': [
    ["entry?.type.startsWith('image/') ? entry.path : undefined", 'entry?.path', 'a file that is no picture is drawn'],
  ],
})
