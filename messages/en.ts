import { formatCount } from './plural'

// Each is in two parts. A constant, because esbuild keeps an object that reads `screens.home` even in scripts that do not use the object.
const home = 'Go to the home page'
const missing = {
  title: 'This page could not be found',
  hint: 'It may have moved, or it may never have been here. The address may also contain a typo.',
}
const enlarge = 'Enlarge the picture'

/** Texts of screens that the browser shows by itself. Every page loads them. */
export const screens = {
  home,
  retry: 'Try again',
  missing,
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
  tools: {
    markdown: 'View as Markdown',
    epub: 'Download as EPUB',
    edit: 'Edit this page',
    feedback: 'Give feedback',
    updated: 'Updated',
  },
  untitled: 'Untitled',
  unnamed: 'Workspace',
  readingTime: (minutes: number) => `${minutes} min read`,
  published: 'Published',
  edited: (date: string) => `Last revised ${date}.`,
  signIn: 'Sign in',
  account: 'Your account',
  organization: 'Your organization',
  membersSite: 'Members’ site',
  /** The page with a member's addresses for feed readers and assistants. */
  personal: {
    title: 'Feed and assistants',
    hint: 'With these addresses, programs read the pages that you may read, without signing in: a feed reader, or an assistant that uses the Model Context Protocol. Share them with no one. They end when you revoke them, and after 30 days without a visit to the members’ site.',
    feed: 'Address of your feed',
    server: 'Address for assistants',
    token: 'Your token for assistants, as the bearer token',
    make: 'Create addresses',
    revoke: 'Revoke addresses',
  },
  /** The screens of sign-in that the site draws itself. */
  signingIn: {
    hint: 'Pages for members need a sign-in. You continue at the service where you have your account.',
    start: 'Continue to sign in',
    byProxy: 'The service in front of this site signs members in. Ask its operator if it does not.',
    canceled: 'The sign-in was canceled.',
    invalid: 'The sign-in could not be completed. It may have taken too long, or have begun in another tab.',
    unavailable: 'The sign-in service does not respond at the moment. Try again in a few minutes.',
    notAllowed: 'The service knows your account, but it may not use this site.',
    remaining:
      'You are signed out here, but your sessions in other browsers could not be ended. Sign in and sign out everywhere again.',
    groups: 'Your groups',
    noGroups: 'You are in no group.',
    /** When the session began, and when it ends; the moment follows. */
    began: 'This session began:',
    ends: 'It ends at the latest:',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
  },
  /** The note above a draft or a scheduled page, which only editors can read, with the reason. */
  notYetPublic: (reason: string) => `Not public yet: ${reason}. Only editors can read this page.`,
  switchOrganization: 'If you belong to several organizations, another one may open this page.',
  notCopied: 'The text of this page has not been copied from the workspace yet.',
  contentMissing: 'The text of this page is not in the workspace.',
  /** The banner before analytics that set cookies are loaded, and the button in the footer that shows it again. */
  consent: {
    text: 'May this site use an analytics service that sets cookies? It counts visits; pages work without it.',
    accept: 'Allow cookies',
    decline: 'Decline',
    settings: 'Cookie settings',
  },
  /** The buttons that change the size of the text. */
  textSize: { larger: 'Larger text', smaller: 'Smaller text' },
  /** The link to the page that the reader last left unfinished; the title of the page follows. */
  continueReading: { label: 'Continue reading:', remove: 'Remove this link' },
  /** Above the copy of a page that the browser shows when the site cannot be reached. */
  offlineCopy: 'The site cannot be reached. This is a copy of your last visit.',
  /** The form below a page, and the text that may follow. */
  helpful: {
    title: 'Was this page helpful?',
    yes: 'Yes',
    no: 'No',
    text: 'What could be better?',
    hint: 'Your text reaches the editors of this site without your name, and is kept for 90 days.',
    send: 'Send',
    thanks: 'Thank you.',
  },
  /** Precedes the number of views of a post. */
  views: 'Views:',
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
  around: {
    series: (name: string) => `Series: ${name}`,
    label: 'Read on',
    previous: 'Previous',
    next: 'Next',
    related: 'Related pages',
    backlinks: 'Linked from',
  },
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
  /** The bar above a draft that a preview link shows, with the time at which the link expires. */
  preview: {
    label: 'Preview',
    until: (moment: string) => `This page is not published yet. The link works until ${moment}.`,
  },
  /** The menu of languages. `home`: next to a language in which the page does not exist. */
  languages: { label: 'Language', home: 'home page' },
  near: 'Did you mean',
  search: 'Search',
  comments: 'Comments',
  /** The comments of readers. `all`: a link to those that a page does not contain. `anonymous` stands for a missing name. */
  commentList: {
    all: (count: number) => `All ${count} comments`,
    earlier: 'Earlier comments',
    later: 'Later comments',
    anonymous: 'Anonymous',
  },
  /** The form for comments. `next` leads to the page on which readers check what they wrote, with `send`. */
  commentForm: {
    title: 'Write a comment',
    reply: 'Reply',
    replyTo: (name: string) => `Reply to ${name}`,
    check: 'Check your comment',
    name: 'Name (optional)',
    text: 'Comment',
    /** Of a field that people do not see, and only programs fill in. */
    empty: 'Leave this field empty',
    next: 'Continue',
    send: 'Send the comment',
    back: 'Back to the page',
    review: 'Your name and text appear here, for all readers of the page, as soon as they are approved.',
    publish: 'Your name and text appear here, for all readers of the page.',
    account: 'Your comment has the name of your account.',
    waits: 'Thank you. Your comment waits for approval.',
    appears: 'Thank you. Your comment appears here in a few minutes, unless it has to be checked first.',
    closed: 'Comments on this page are closed.',
    missing: 'Write a comment.',
    long: (most: number, length: number) => `At most ${most} characters are possible; these are ${length}.`,
    again: 'Check your comment, and send it once more.',
    noParent: 'The comment to which you reply is no longer there. Your text becomes a comment of its own.',
    many: 'You have sent many comments in a short time. Send this one a little later.',
    signIn:
      'You are no longer signed in. Your text is still here: sign in with the link below, which opens another tab, then send it.',
    full: 'Comments cannot be taken at the moment. Your text is still here: try again in a few minutes.',
  },
  home,
  errors: {
    400: {
      title: 'Bad Request',
      hint: 'The address is damaged, so it does not name any page. It may have been cut off when it was copied.',
    },
    403: { title: 'Forbidden', hint: 'You are signed in, but there is nothing here that you can read.' },
    404: missing,
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
  open: enlarge,
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
    zoomIn: enlarge,
    contents: 'Contents',
    breadcrumb: 'Where this page is',
    table: 'Table',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copy failed',
  },
  header: { navigation: 'Site', menu: 'Menu', more: 'More', search: 'Search' },
  contents: { label: 'On this page', title: 'Contents', top: 'Back to top' },
  actions: {
    label: 'Actions on this page',
    share: 'Share…',
    link: 'Copy link',
    markdown: 'Copy as Markdown',
    edit: 'Edit in Notion',
  },
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
  /** The notes at the end of a page, and the link from a note back to one of its markers. */
  footnotes: {
    label: 'Footnotes',
    back: (number: number, place: number) =>
      place === 1 ? `Back to reference ${number}` : `Back to reference ${number}-${place}`,
  },
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
