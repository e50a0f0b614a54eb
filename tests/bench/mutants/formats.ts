import { listEdits } from './plan.mjs'

export const FORMATS_EDITS = listEdits({
  'lib/formats/dashboard.ts': [
    [
      'return mayRead(access, viewer) ? getViewerAddress(path, viewer) : undefined',
      'return getViewerAddress(path, viewer)',
      'the editor dashboard links to closed pages',
    ],
    [
      'return mayRead(access, viewer) ?',
      'return mayRead(access, PUBLIC) ?',
      'the editor dashboard does not link to drafts',
    ],
  ],
  'lib/formats/error-page.ts': [
    ['dir="auto">${escapeHtml(title)}</a>', 'dir="auto">${title}</a>', 'the title of a page is not escaped'],
    ['<small dir="auto">${escapeHtml(parent)}', '<small dir="auto">${parent}', 'the title of a parent is not escaped'],
    ["siteName === undefined ? ''", "siteName !== '' ? ''", 'error pages have no header'],
    ['<meta name="robots" content="noindex">', '', 'search engines list error pages'],
  ],
  'lib/formats/feed-pages.ts': [
    ['page.readable && mayList(page.access, PUBLIC)', 'page.readable', 'feeds contain closed pages'],
    ['getPublishedAt(page) <= now', 'true', 'feeds contain pages before their publication date'],
  ],
  'lib/formats/llms.ts': [
    ['page.readable && mayList(page.access, PUBLIC)', 'page.readable', 'llms.txt contains closed pages'],
  ],
  'lib/formats/markdown.ts': [
    [
      '.replace(/[\\u007F-\\u009F\\u2028\\u2029\\uFEFF]/g, (character) => {',
      '.replace(/[\\u007F-\\u009F\\uFEFF]/g, (character) => {',
      'a title breaks out of the front matter',
    ],
  ],
  'lib/formats/preference.ts': [
    ["[0] === 'text/markdown'", "[0] !== 'text/html'", 'a client that accepts neither type gets Markdown'],
  ],
  'lib/routes.ts': [
    [
      "audience: 'member',\n  crawlable: false,",
      "audience: 'member',\n  crawlable: true,",
      'crawlers visit members pages',
    ],
  ],
  'lib/formats/sitemap.ts': [
    ['index.pages.filter(({ access }) => mayList(access, PUBLIC))', 'index.pages', 'the sitemap contains closed pages'],
  ],
  'lib/formats/structured-data.ts': [
    ['/[<>&\\u2028\\u2029]/g', '/[>&\\u2028\\u2029]/g', 'a title ends the script element'],
  ],
  'lib/formats/xml.ts': [["'<': '&lt;', '>'", "'<': '<', '>'", 'titles in a feed are not escaped']],
  'lib/branding/accent.ts': [
    ['const MIN_CONTRAST = 4.5', 'const MIN_CONTRAST = 3', 'an accent is too light to read'],
    [
      "{ light: adjustToSurface(color, light, '#000000'), dark: adjustToSurface(color, dark, '#ffffff') }",
      "{ light: adjustToSurface(color, dark, '#ffffff'), dark: adjustToSurface(color, light, '#000000') }",
      'the accents of the light and the dark theme are swapped',
    ],
  ],
})

export const SOCIAL_EDITS = listEdits({
  'lib/pictures/social-image.ts': [
    ['.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)', '', 'titles in a social image are not escaped'],
    [
      'layer.height <= box.height ? layer : undefined',
      'layer.height <= box.height * 9 ? layer : undefined',
      'a long title runs over the edge',
    ],
  ],
  'lib/social/site-icon.ts': [
    [
      'site.page(site.index.root, PUBLIC)',
      'site.index.pages.find(({ id }) => id === site.index.root)',
      'the icon of a closed root page is shown',
    ],
  ],
  'lib/social/social-image.ts': [
    [
      "entry?.type.startsWith('image/') ? await store.openFile(entry) : undefined",
      'entry && (await store.openFile(entry))',
      'a file that is not a picture is drawn',
    ],
  ],
})
