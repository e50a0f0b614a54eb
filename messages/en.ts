import { formatCount } from './plural'

/** Texts of screens that the browser shows by itself. Every page loads them. */
export const screens = {
  home: 'Go to the home page',
  retry: 'Try again',
  missing: {
    title: 'This page could not be found',
    hint: 'It may have moved, or it may never have been here. The address may also contain a typo.',
  },
  broken: {
    title: 'Application error: a client-side exception has occurred',
    hint: 'The page stopped working in your browser. Trying again usually helps.',
  },
}

/** The interface, as the server writes it into documents. */
export const site = {
  locale: 'en',
  skipToContent: 'Skip to the text',
  breadcrumbs: 'Where this page is',
  navigation: 'Site',
  /** The tree of pages beside the text. `below` names the button that opens a branch; `more` leads to the page above. */
  sidebar: {
    label: 'Pages',
    menu: 'Pages',
    below: (title: string) => `Pages below ${title}`,
    more: 'All pages',
    close: 'Close',
  },
  /** Links and facts of a page of documentation. The date follows `updated`. */
  tools: { markdown: 'View as Markdown', edit: 'Edit this page', feedback: 'Give feedback', updated: 'Updated' },
  untitled: 'Untitled',
  unnamed: 'Workspace',
  readingTime: (minutes: number) => `${minutes} min read`,
  published: 'Published',
  edited: (date: string) => `Last revised ${date}.`,
  signIn: 'Sign in',
  account: 'Your account',
  organization: 'Your organization',
  membersSite: 'Members’ site',
  /** The note above a draft or a scheduled page, which only editors can read, with the reason. */
  notYetPublic: (reason: string) => `Not public yet: ${reason}. Only editors can read this page.`,
  switchOrganization: 'If you belong to several organizations, another one may open this page.',
  notCopied: 'The text of this page has not been copied from the workspace yet.',
  contentMissing: 'The text of this page is not in the workspace.',
  madeWith: 'Made with Colophon.',
  emptySite: 'Nothing is published here yet',
  emptySiteHint: 'As soon as a page of the workspace is published, it appears on this page by itself.',
  /** The pages that show all rows of a database's view. */
  rows: {
    place: (view: string, number: number, pages: number) =>
      pages === 1 ? `${view}: all rows` : `${view}: page ${number} of ${pages}`,
    pages: 'Pages of rows',
    previous: 'Previous rows',
    next: 'Next rows',
  },
  /** Under a page. */
  around: { label: 'Read on', previous: 'Previous', next: 'Next', related: 'Related pages', backlinks: 'Linked from' },
  /** Links that share a post. */
  sharing: { share: 'Share', email: 'Email', weibo: 'Weibo' },
  /** The lists of pages by tag, category, author and date. */
  lists: {
    tags: 'Tags',
    categories: 'Categories',
    authors: 'Authors',
    archive: 'Archive',
    count: (pages: number) => formatCount(pages, 'page'),
    place: (number: number, numbers: number) => `Page ${number} of ${numbers}`,
    newer: 'Newer pages',
    older: 'Older pages',
  },
  /** A list of posts. */
  posts: { pinned: 'Pinned', newer: 'Newer posts', older: 'Older posts', empty: 'No posts are published yet.' },
  /** The forms for a newsletter and for messages. */
  forms: {
    newsletter: 'Newsletter',
    email: 'Email address',
    subscribe: 'Subscribe',
    contact: 'Contact',
    message: 'Message',
    send: 'Send',
  },
  /** The form for the password of a page. */
  unlock: {
    label: 'Password',
    hint: 'This page is protected by a password.',
    submit: 'Open the page',
    wrong: 'This is not the password of this page.',
  },
  /** The menu of languages. `home`: next to a language in which the page does not exist. */
  languages: { label: 'Language', home: 'home page' },
  near: 'Did you mean',
  search: 'Search',
  comments: 'Comments',
  home: screens.home,
  errors: {
    400: {
      title: 'Bad Request',
      hint: 'The address is damaged, so it does not name any page. It may have been cut off when it was copied.',
    },
    403: { title: 'Forbidden', hint: 'You are signed in, but there is nothing here that you can read.' },
    404: screens.missing,
    405: {
      title: 'Method Not Allowed',
      hint: 'This address can only be read. Open it as a page instead of sending data to it.',
    },
    408: { title: 'Request Timeout', hint: 'The request took too long to arrive. Try again in a moment.' },
    410: { title: 'Gone', hint: 'This page was published once and has been taken down for good.' },
    413: { title: 'Content Too Large', hint: 'The request contains more than this site accepts.' },
    429: {
      title: 'Too Many Requests',
      hint: 'You have sent very many requests in a short time. Wait a moment, then try again.',
    },
    431: { title: 'Request Too Large', hint: 'The address or its cookies are too long. Clear this site’s cookies.' },
    500: {
      title: 'Internal Server Error',
      hint: 'Something broke on our side. Nothing is lost; try again in a moment.',
    },
    503: {
      title: 'Service Unavailable',
      hint: 'This page exists but cannot be shown at the moment. Try again in a few minutes.',
    },
  },
}

export const zoom = {
  open: 'Enlarge the picture',
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  place: (number: number, total: number) => `${number} of ${total}`,
}

/** Texts of pages. They are in the script of pages, so that documents need not contain them. */
export const page = {
  /** Most are read before a name: `Play: Big Buck Bunny`. */
  body: {
    linkTo: 'Link to this section',
    play: 'Play',
    open: 'Open',
    show: 'Show',
    /** Read before the host of an embed: `Showing it contacts example.com`. */
    contacts: 'Showing it contacts',
    codeIn: 'Code',
    wrapLines: 'Wrap lines',
    diagram: 'Diagram',
    source: 'Source of the diagram',
    zoomIn: zoom.open,
    contents: 'Contents',
    breadcrumb: 'Where this page is',
    table: 'Table',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copy failed',
  },
  header: { navigation: 'Site', menu: 'Menu', more: 'More', search: 'Search' },
  contents: { label: 'On this page', title: 'Contents', top: 'Back to top' },
  actions: { label: 'Actions on this page', link: 'Copy link', markdown: 'Copy as Markdown', edit: 'Edit in Notion' },
  theme: {
    system: 'Colors: as on your device. Change to light.',
    light: 'Colors: light. Change to dark.',
    dark: 'Colors: dark. Change to as on your device.',
  },
}

/** Texts of the search dialog. They are loaded with the dialog. */
export const search = {
  title: 'Search',
  /** In the input of the search page. */
  placeholder: 'What are you looking for?',
  clear: 'Clear',
  close: 'Close',
  total: (count: number) => formatCount(count, 'result'),
  none: 'No results',
  noneHint: 'Try different search terms',
  error: 'Search error',
  /** On an exported site, which has no server to search on. */
  needsScript: 'Searching this site needs JavaScript. Turn it on and reload the page, or use the links above.',
  /** Limits a search to a page and the pages below it. */
  only: (title: string) => `Only in “${title}”`,
  recent: 'Recent searches',
  forget: 'Clear recent searches',
  all: 'Show all',
  /** Before a query. */
  sections: 'Sections',
  newest: 'Newest pages',
  /** The list of keyboard shortcuts, each with its effect. */
  shortcuts: {
    title: 'Keys',
    search: 'Search',
    next: 'Go to the next link or field',
    sheet: 'Show these keys',
    pictures: 'Go through the pictures, once one is enlarged',
    use: 'Use the keys ? and /',
    close: 'Close what is open',
  },
  keys: { choose: 'choose', open: 'open', close: 'close' },
}

/** The texts of databases. */
export const collection = {
  interface: {
    views: 'Views',
    untitled: 'Untitled',
    more: 'Show more',
    /** `#` stands for how many there are. */
    all: 'All # rows',
    /** `#` stands for how many a row has. */
    subitems: 'Sub-items: #',
    empty: 'Nothing here yet',
    loading: 'Loading the rows…',
    failed: 'The rows could not be loaded. Try again.',
    filter: 'Filter',
    filterRows: 'Filter rows',
    any: 'Any',
    checked: 'Checked',
    unchecked: 'Unchecked',
    clear: 'Clear',
    noMatch: 'No row matches',
    /** The number of matching rows, and of all rows. */
    matches: '# of #',
  },
  /** In place of a view. */
  missing: 'This view could not be read.',
  /** What a database without a name is called. */
  database: 'Database',
  viewNames: {
    table: 'Table view',
    gallery: 'Gallery view',
    list: 'List view',
    board: 'Board view',
    calendar: 'Calendar view',
    timeline: 'Timeline view',
    feed: 'Feed view',
    map: 'Map view',
    chart: 'Chart view',
  },
  /** `#` stands for how many more entries a day has. */
  calendar: { previous: 'Previous month', next: 'Next month', today: 'Today', more: '# more' },
  /** The group of rows that have no value. */
  without: (property: string) => `No ${property}`,
  /** What a chart calls the groups that it does not show by themselves. */
  others: 'Others',
  totals: {
    count: 'Count',
    count_values: 'Values',
    unique: 'Unique',
    empty: 'Empty',
    not_empty: 'Not empty',
    checked: 'Checked',
    unchecked: 'Unchecked',
    sum: 'Sum',
    average: 'Average',
    median: 'Median',
    min: 'Min',
    max: 'Max',
    range: 'Range',
    earliest_date: 'Earliest',
    latest_date: 'Latest',
  },
}

/** Names for files, embeds and tabs that have none. */
export const embeds = {
  file: 'File',
  tab: (number: number) => `Tab ${number}`,
  html: 'HTML content',
  youtube: 'YouTube video',
  post: (author?: string) => (author === undefined ? 'Post' : `Post by ${author}`),
  gist: (author?: string) => (author === undefined ? 'Gist' : `Gist by ${author}`),
  /** Of blocks of other types than the site knows. */
  unknown: { name: 'Block', notShown: (type: string) => `${type} (not shown here)` },
  /** The button of a diagram that is drawn on request. */
  drawing: { draw: 'Draw the diagram', failed: 'The diagram could not be drawn' },
  kinds: { drive: 'Drive file', excalidraw: 'Drawing', figma: 'Design', maps: 'Map', typeform: 'Form', video: 'Video' },
}

/** The page that is shown at every address until the first snapshot exists. */
export const filling = {
  title: 'This site is loading its content',
  hint: 'Its pages are being copied from the workspace. As soon as the first are here, this page shows them by itself.',
  progress: (pages: number, known: number) => `${pages} of ${formatCount(known, 'page')} so far`,
  waiting: 'The workspace does not respond at the moment. The site tries again soon.',
  check: 'If this is your site, check these settings. A command says what to do:',
}

/** Texts for editors, in the dashboard and in the terminal. Never sent to visitors. */
export const editors = {
  untitled: 'Untitled',
  pages: (count: number) => formatCount(count, 'page'),
  files: (count: number) => formatCount(count, 'file'),
  failedFile: (file: string, reason: string) => `The file ${file}: ${reason}`,
  wrong: (count: number) => (count === 1 ? '1 thing is wrong' : `${count} things are wrong`),
  notes: (count: number) => formatCount(count, 'note'),
  nothingWrong: 'Nothing is wrong',
  more: (count: number) => `and ${count} more`,
  /** Why a page is not published; read after the page's title. */
  reason: {
    accessEmpty: 'its Access is empty',
    accessUnknown: (word: string) =>
      `its Access is “${word}”, which is not a valid value (Public, Unlisted, Members, or an organization)`,
    noOrganization: 'it is open to no organization that may also read the pages above it',
    publicUnticked: 'its Public box is not ticked',
    statusEmpty: 'its Status is empty',
    status: (status: string) => `its Status is “${status}”`,
    dateUnreadable: 'its Publish at is not a date',
    form: 'it is an answer to a form',
    password: 'it has a password, and SITE_SECRET is not set',
    passwordUnusable:
      'its password is blank, longer than 256 characters, computed, or one of several, so that it cannot be typed',
    scheduled: (moment: string) => `it is scheduled for ${moment}`,
    wrongType: (property: string, type: string) =>
      `the property ${property} is of the type “${type}”, which cannot restrict access`,
    noPage: (type: string) =>
      type === '' ? 'its type is empty' : `its type is “${type}”, which is neither a post nor a page`,
    noSignIn: 'it is for members only, and sign-in is not set up',
  },
  finding: {
    unreadableFile: (file: string, reason: string) => `The file ${file} cannot be read: ${reason}`,
    failedFile: (file: string, reason: string) => `The file “${file}” could not be loaded: ${reason}`,
    unconvertedPicture: (file: string) =>
      `The picture “${file}” is a HEIC file that could not be converted, so visitors see a link to it: replace it with a JPEG file`,
    largeHtml: (file: string, kilobytes: number) =>
      `The HTML file “${file}” is larger than ${kilobytes} kB, so visitors see a link to it: make it smaller`,
    unreadablePage: 'Cannot be read, and there is no last good copy',
    duplicatePath: (path: string, preferredPath: string) =>
      `Has the address ${path}, because another page has ${preferredPath}: give one of them a Slug`,
    reservedPath: (path: string, preferredPath: string) =>
      `Has the address ${path}, because ${preferredPath} is an address of the site itself: give it a Slug`,
    slugAddress:
      'The Slug is an address to which the page cannot lead: an address of another site begins with http:// or https://, has no user name, and is not one of Notion; a page with a password leads nowhere else',
    hidesList: (path: string) =>
      `Has the address ${path}, so that the site’s list of that name is not shown: give the page another Slug`,
    deadLink: (to: string, link?: string) =>
      `${link ? `The link “${link}” leads` : 'Links'} to ${to}, which is not a page of the site`,
    unsupportedBlock: (type: string) =>
      `Contains a block of type “${type}”, of which only the text, a link or the name is shown`,
    unsupportedView: (type: string) => `Contains a view of type “${type}”, which is not shown`,
    imagesWithoutAlt: (count: number) =>
      count === 1 ? 'Has a picture without alt text' : `Has ${count} pictures without alt text`,
    noDescription: 'Has neither a description nor text to create one from',
    missingFonts: (command: string) =>
      `The title has letters that its social image leaves out, because their font is not installed. To install it, run: ${command}`,
    wrongAccess: (reason: string) => `Is not published, because of a mistake: ${reason}`,
    notPublished: (reason: string) => `Is not published: ${reason}`,
    closedLink: (to: string, link?: string) =>
      `${link ? `The link “${link}” leads` : 'Links'} to “${to}”, which is not public: visitors see the text without a link`,
    unknownFilter: (view: string) => `Part of the filter of the view “${view}” is not supported and is ignored`,
    meFilter: (view: string) =>
      `The view “${view}” is filtered by “Me”, which matches no person for visitors and members: it shows them no rows of a person`,
    reduced: {
      code: (text: string) => `The code “${text}” is too long, or has too long lines, to be highlighted`,
      diagram: (text: string) => `The diagram “${text}” is too large or may load pictures, so its source is shown`,
      equation: (text: string) =>
        `The equation “${text}” is too long, or its page has too many equations, so its source is shown`,
      property: (name: string) =>
        `The property “${name}” has too many values, or values that take too much work to compute, so only a part of them is shown`,
    },
    columnsLeftOut: (view: string) =>
      `The board “${view}” has too many columns to show all of them: those without rows are left out`,
    rowsOnRequest:
      'Its databases have too many rows to show all of them at once: visitors load the rows of the last ones with a button',
    wrongLook: (what: string, text: string, example: string) =>
      `The Look table has an invalid value “${text}” for ${what}. Example: ${example}`,
    misnamed: {
      renamed: (property: string, name: string) =>
        `The property “${property}” was named ${name} and still restricts who may read the rows. Name it ${name} again, or delete it or all of its values`,
      misspelt: (property: string, name: string) =>
        `The property “${property}” has values that restrict access, and counts as ${name}. Name it ${name}, or give it a different name`,
      'without-published': (property: string) =>
        `The property “${property}” had an option that publishes rows, and has none now, so none of the rows is published. Name an option Published again, or delete the property`,
      near: (property: string, name: string) =>
        `The property “${property}” does not restrict who may read the rows. If it should, name it ${name}. Otherwise, give it a different name`,
      heading: {
        renamed: (heading: string, name: string) =>
          `The table with “${heading}” in its heading row was headed ${name} and still restricts who may read its pages. Write ${name} in its heading row again, or delete the table`,
        misspelt: (heading: string, name: string) =>
          `The table with “${heading}” in its heading row counts as the ${name} table. Write ${name} in its heading row`,
        near: (heading: string, name: string) =>
          `The table with “${heading}” in its heading row does not restrict who may read its pages. If it should, write ${name} there`,
      },
    },
    accessTable: 'the Access table',
    protection: (by: readonly string[], closed: number, rows: number) =>
      `${by.length === 0 ? 'nothing of its own restricts who may read the rows' : `restricted by ${by.join(', ')}`}: ${closed} of ${formatCount(rows, 'row')} ${closed === 1 ? 'is' : 'are'} not open to everyone`,
    wrongLanguage: {
      unknown: (text: string) =>
        `“${text}” is not the tag of a language, so it is left out: write a tag such as en or zh-CN`,
      'no-page': (text: string) => `The language “${text}” is left out: its home page is not in the workspace`,
      twice: (text: string) =>
        `The language “${text}” is left out: another language has the same tag or the same home page`,
      'too-many': (text: string) => `The language “${text}” is left out: a site has at most 50 languages`,
    },
    slowPage:
      'Takes too long: its code, equations, formulas and rollups are shown in a reduced form. Shorten or split it',
    slowPageHidden: 'Takes too long even in its reduced form and is not shown. Shorten or split it',
    noRoot: (count: number, candidates: readonly string[]) =>
      `${count} pages are at the top level of the workspace and none is the root page: set NOTION_ROOT_PAGE to the id of one of them, such as ${candidates.join(' or ')}`,
    notCopied: 'Its text has not been copied from the workspace yet',
    contentMissing: 'Its text is not in the workspace: its file refers to blocks that do not exist',
    apiLosses: (losses: readonly string[]) =>
      `Notion’s official API does not return ${losses.join(', ')}: defaults are shown`,
    /** What the API does not return, as a part of that sentence. */
    loss: {
      style: 'full width, small text and fonts of pages',
      'cover-position': 'the position of the cover',
      'media-size': 'sizes and alignment of media and embeds',
      'alt-text': 'alt texts of pictures (captions are used)',
      'file-size': 'sizes of files',
      'table-columns': 'widths and colors of columns of simple tables',
      'code-wrap': 'whether code is wrapped',
      bookmark: 'titles, texts and pictures of bookmarks',
      preview: 'previews of links',
      'time-zone': 'names of time zones (the offset is shown)',
      'property-order': 'order and visibility of properties on the page',
      'view-settings': 'icons, load limits, footers, hidden groups and the order of groups and views',
      transcript: 'transcripts of meetings',
    },
    unsharedProperty: (property: string, database: string, related?: string) =>
      `The values of “${property}” in the database “${database}” are unknown: share ${related ? `the database “${related}”` : 'the database that it relates to'} with the connection whose token is NOTION_INTEGRATION_TOKEN (open it in Notion, ••• → Connections)`,
    withheldResults: (property: string, rows: string[], count: number) =>
      `The results of the formula “${property}” are not shown for ${formatCount(count, 'row')} (${rows.join(', ')}${rows.length < count ? ', …' : ''}), because they depend on rows that some readers may not read`,
    menuTarget: (text: string) =>
      text === ''
        ? 'Is a menu row without an address: fill in its slug'
        : `Is a menu row that leads to “${text}”, which is not an address of the site`,
    redirect: {
      taken: (from: string) =>
        `The redirect from “${from}” is not used, because the site has something at that address`,
      address: (from: string) =>
        `The redirect from “${from}” is not used: write a path of the site, such as /former-address`,
      target: (from: string, to: string) =>
        `The redirect from “${from}” leads to “${to}”, which is neither an address of the site nor one with https://`,
      loop: (from: string, to: string) => `The redirect from “${from}” to “${to}” is part of a loop and is not used`,
      'too-many': (from: string) => `The redirect from “${from}” is not used, because the table has too many rows`,
    },
    authorPicture: (name: string, text: string) =>
      `The picture of the author ${name} is not an address that starts with https://: ${text}`,
    unusedConfig: (names: string) => `These settings of Config rows have no effect: ${names}`,
    missingView:
      'Shows a view of a database that could not be read: copy the database into the site, or remove the view',
    formulasNotSearched:
      'The formulas of all rows are too much work for the search, so the values of some cannot be found: make them simpler, or hide them on the pages of the rows',
    textCut: 'Its text is too long to be searched whole: split it, or the end of it cannot be found',
    database: (name: string, text: string) => `The database “${name}”: ${text}`,
  },
  check: {
    noPage: (text: string) => `There is no page “${text}” in the snapshot: use an id, an address or a path`,
    notOfSite: 'is not part of the site',
    inTrash: 'it, or something that contains it, is in the trash',
    notBelowRoot: 'its parent pages do not lead to the root page',
    public: 'is shown to everyone',
    members: 'is shown to members',
    organizations: (slugs: string) => `is shown to members of ${slugs}`,
    closed: 'is not visible to anyone',
    locked: (audience: string) => `${audience}, after its password`,
    unlisted: (audience: string) => `${audience}, but is in no list`,
    way: 'From the root:',
    database: 'database',
    noSetting: 'has no access setting',
    decides: '← this decides',
    unreadable: 'It cannot be read at the moment.',
    unknownOrganization: (name: string) =>
      `The sign-in service has no organization “${name}”: anyone who may create one could claim this slug`,
    organizationsUnchecked: 'The sign-in service did not respond, so the names of organizations were not checked',
  },
  desk: {
    title: 'Editor dashboard',
    degraded: 'The site is degraded',
    sync: 'Last sync',
    refresh: 'Refresh now',
    requested: 'Requested. Changes will appear here in a moment.',
    never: 'No sync has run yet. This site serves a folder.',
    state: 'State',
    running: 'Running',
    done: 'Done',
    refused: 'Refused',
    failed: 'Failed',
    full: 'full copy',
    difference: 'changes only',
    started: 'Started',
    finished: 'Finished',
    progress: 'Progress',
    calls: (count: number) => formatCount(count, 'call'),
    changed: 'What it changed',
    nothingChanged: 'Nothing changed.',
    added: 'added',
    changedPage: 'changed',
    moved: 'moved',
    removed: 'removed',
    failedPages: 'What failed',
    published: (shown: number, all: string) => `${shown} of ${all} are public.`,
    lint: 'To fix',
    notes: 'Good to know',
    webhook: 'The webhook’s verification token',
    webhookHint: 'Paste it into Notion, set NOTION_WEBHOOK_TOKEN to it, and restart the site.',
  },
}
