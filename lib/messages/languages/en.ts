/** The screens that a browser shows by itself; every page brings these words. */
export const screens = {
  home: 'Go to the home page',
  retry: 'Try again',
  missing: {
    title: 'This page could not be found',
    hint: 'It may have moved, or it may never have been here. The address could also hold a slip of the pen.',
  },
  broken: {
    title: 'Application error: a client-side exception has occurred',
    hint: 'The page stopped working in your browser. Trying again usually helps.',
  },
}

/** Pages by themselves; their script brings these words, so that no document has to. */
export const page = {
  /** Most are read before a name: `Play: Big Buck Bunny`. */
  body: {
    linkTo: 'Link to this section',
    play: 'Play',
    open: 'Open',
    show: 'Show',
    contacts: 'Showing it contacts',
    codeIn: 'Code',
    zoomIn: 'Enlarge the picture',
    zoomOut: 'Make the picture small again',
    contents: 'Contents',
    breadcrumb: 'Where this page is',
    table: 'Table',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copy failed',
  },
  theme: {
    system: 'Colours: as on your device. Change to light.',
    light: 'Colours: light. Change to dark.',
    dark: 'Colours: dark. Change to as on your device.',
  },
}

/** The search; only who searches loads these words. */
export const search = {
  title: 'Search',
  clear: 'Clear',
  close: 'Close',
  total: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  none: 'No results',
  noneHint: 'Try different search terms',
  error: 'Search error',
  recent: 'Recent searches',
  forget: 'Clear recent searches',
  all: 'Show all',
  /** The sheet of keys; each says what pressing it does. */
  shortcuts: {
    title: 'Keys',
    search: 'Search',
    next: 'Go to the next link or field',
    sheet: 'Show these keys',
    use: 'Use the ? key',
    close: 'Close what is open',
  },
  keys: { choose: 'choose', open: 'open', close: 'close' },
}

/** The interface, as the server writes it into documents. */
export const site = {
  locale: 'en',
  skipToContent: 'Skip to the text',
  breadcrumbs: 'Where this page is',
  navigation: 'Site',
  menu: 'Menu',
  contents: 'Contents',
  onThisPage: 'On this page',
  untitled: 'Untitled',
  unnamed: 'Workspace',
  readingTime: (minutes: number) => `${minutes} min read`,
  published: 'Published',
  edited: (date: string) => `Last revised ${date}.`,
  signIn: 'Sign in',
  account: 'Your account',
  organization: 'Your organization',
  membersSite: 'Members’ site',
  /** Above a page that only editors can read so far; the reason follows. */
  notYetPublic: (reason: string) => `Not public yet: ${reason}. Only editors can read this page.`,
  switchOrganization: 'If you belong to several organizations, another one may open this page.',
  notHeld: 'The text of this page has not been copied from the workspace yet.',
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
  around: { label: 'Read on', previous: 'Previous', next: 'Next', related: 'About the same', backlinks: 'Linked from' },
  /** The lists of pages by tag and by date. */
  lists: {
    tags: 'Tags',
    archive: 'Archive',
    count: (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`),
    place: (number: number, numbers: number) => `Page ${number} of ${numbers}`,
    newer: 'Newer pages',
    older: 'Older pages',
  },
  near: 'Did you mean',
  search: 'Search',
  comments: 'Comments',
  home: 'Go to the home page',
  errors: {
    400: {
      title: 'Bad Request',
      hint: 'The address is damaged, so it does not name any page. It may have been cut off when it was copied.',
    },
    403: { title: 'Forbidden', hint: 'You are signed in, but there is nothing here that you can read.' },
    404: {
      title: 'This page could not be found',
      hint: 'It may have moved, or it may never have been here. The address could also hold a slip of the pen.',
    },
    405: {
      title: 'Method Not Allowed',
      hint: 'This address can only be read. Open it as a page in place of sending something to it.',
    },
    408: { title: 'Request Timeout', hint: 'The request took too long to arrive. Try again in a moment.' },
    410: { title: 'Gone', hint: 'This page was published once and has been taken down for good.' },
    429: {
      title: 'Too Many Requests',
      hint: 'You have searched very often in a short time. Wait a moment, then search again.',
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

/** What stands for the name of a file, and of a thing that another site shows, where they have none. */
export const embeds = {
  file: 'File',
  youtube: 'YouTube video',
  post: (author?: string) => (author === undefined ? 'Post' : `Post by ${author}`),
  gist: (author?: string) => (author === undefined ? 'Gist' : `Gist by ${author}`),
  kinds: { drive: 'Drive file', excalidraw: 'Drawing', figma: 'Design', maps: 'Map', typeform: 'Form', video: 'Video' },
}

/** Databases, besides their own words. */
export const collection = {
  interface: {
    views: 'Views',
    untitled: 'Untitled',
    more: 'Load more',
    /** `#` stands for how many there are. */
    all: 'All # rows',
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
    /** How many rows a filter leaves: the first `#`, of the second. */
    matches: '# of #',
  },
  /** What a database without a name is called. */
  database: 'Database',
  viewNames: { table: 'Table view', gallery: 'Gallery view', list: 'List view', board: 'Board view' },
  /** The group of rows that have no value. */
  without: (property: string) => `No ${property}`,
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

/** The page that stands in for every page until the first are there. */
export const filling = {
  title: 'This site is being filled',
  hint: 'Its pages are being copied from the workspace. As soon as the first are here, this page shows them by itself.',
  progress: (pages: number, known: number) => `${pages} of ${known} pages so far`,
  waiting: 'The workspace does not answer at the moment. It is asked again in a while.',
}

/** What editors read, on their desk and in the terminal. Never sent to visitors. */
export const editors = {
  untitled: 'Untitled',
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  wrong: (count: number) => (count === 1 ? '1 thing is wrong' : `${count} things are wrong`),
  notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
  nothingWrong: 'Nothing is wrong',
  more: (count: number) => `and ${count} more`,
  /** Why a page is not published; read after the page's title. */
  reason: {
    accessEmpty: 'its Access is empty',
    accessUnknown: (word: string) => `its Access is “${word}”, which is no word of access`,
    noOrganization: 'it is open to no organization that may also read the pages above it',
    publicUnticked: 'its Public box is not ticked',
    statusEmpty: 'its Status is empty',
    status: (status: string) => `its Status is “${status}”`,
    dateUnreadable: 'its Publish at is not a date',
    scheduled: (moment: string) => `it is scheduled for ${moment}`,
    wrongType: (property: string, type: string) =>
      `the property ${property} is of the type “${type}”, which cannot say who may read`,
    noSignIn: 'it is for members only, and sign-in is not set up',
  },
  finding: {
    unreadableFile: (file: string, reason: string) => `The file ${file} cannot be read: ${reason}`,
    unreadablePage: 'Cannot be read, and there is no last good copy',
    duplicatePath: (path: string, wish: string) =>
      `Has the address ${path}, because another page has ${wish}: give one of them a Slug`,
    reservedPath: (path: string, wish: string) =>
      `Has the address ${path}, because ${wish} is an address of the site itself: give it a Slug`,
    deadLink: (to: string) => `Links to ${to}, which is no page of the site`,
    unsupportedBlock: (type: string) => `Holds a block of the type “${type}”, which is not shown`,
    unsupportedView: (type: string) => `Holds a view of the type “${type}”, which is not shown`,
    imagesWithoutAlt: (count: number) =>
      count === 1 ? 'Has a picture without alt text' : `Has ${count} pictures without alt text`,
    noDescription: 'Has neither a description nor words to make one of',
    wrongAccess: (reason: string) => `Is not published by mistake: ${reason}`,
    notPublished: (reason: string) => `Is not published: ${reason}`,
    closedLink: (to: string) => `Links to “${to}”, which is not public: visitors see the words alone`,
    unknownFilter: (view: string) => `The filter of the view “${view}” says something unknown, which hides nothing`,
    wrongLook: (what: string, words: string, example: string) =>
      `Its table of the site’s look says “${words}” for ${what}: write something like ${example}`,
    notCopied: 'Its text has not been copied from the workspace yet',
    database: (name: string, text: string) => `The database “${name}”: ${text}`,
  },
  check: {
    noPage: (words: string) => `There is no page “${words}” in the snapshot: give an id, an address or a path`,
    notOfSite: 'is not part of the site',
    inTrash: 'it, or something that holds it, is in the bin',
    notBelowRoot: 'its way up does not lead to the root page',
    public: 'is shown to everyone',
    members: 'is shown to members',
    organizations: (slugs: string) => `is shown to members of ${slugs}`,
    closed: 'is shown to nobody',
    way: 'From the root:',
    database: 'database',
    saysNothing: 'says nothing of access',
    decides: '← this decides',
    unreadable: 'It cannot be read at the moment.',
  },
  desk: {
    title: 'Editors’ desk',
    sync: 'Last sync',
    refresh: 'Refresh now',
    asked: 'Asked. What changed will be here in a moment.',
    never: 'No sync has run yet. This site serves a folder.',
    state: 'State',
    running: 'Running',
    done: 'Done',
    refused: 'Refused',
    failed: 'Failed',
    full: 'full copy',
    difference: 'by difference',
    started: 'Started',
    finished: 'Finished',
    progress: 'Progress',
    calls: (count: number) => `${count} calls`,
    changed: 'What it changed',
    nothingChanged: 'Nothing changed.',
    added: 'added',
    changedPage: 'changed',
    moved: 'moved',
    removed: 'removed',
    failedPages: 'What failed',
    published: (shown: number, all: string) => `${shown} of ${all} are public.`,
    lint: 'What to mend',
    notes: 'Good to know',
    webhook: 'The webhook’s verification token',
    webhookHint: 'Paste it into Notion, set NOTION_WEBHOOK_TOKEN to it, and start the site again.',
  },
}
