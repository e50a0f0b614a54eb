/** The interface in English, and the shape that every other language has. */
export const en = {
  skipToContent: 'Skip to the text',
  breadcrumbs: 'Where this page is',
  navigation: 'Site',
  menu: 'Menu',
  contents: 'Contents',
  onThisPage: 'On this page',
  untitled: 'Untitled',
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
  /** The body of a page. Most are read before a name: `Play: Big Buck Bunny`. */
  page: {
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
  /** The pages that show all rows of a database's view. */
  rows: {
    place: (view: string, number: number, pages: number) =>
      pages === 1 ? `${view}: all rows` : `${view}: page ${number} of ${pages}`,
    pages: 'Pages of rows',
    previous: 'Previous rows',
    next: 'Next rows',
  },
  theme: {
    system: 'Colours: as on your device. Change to light.',
    light: 'Colours: light. Change to dark.',
    dark: 'Colours: dark. Change to as on your device.',
  },
  search: 'Search',
  home: 'Go to the home page',
  retry: 'Try again',
  errors: {
    400: {
      title: 'Bad Request',
      hint: 'The address is damaged, so it does not name any page. It may have been cut off when it was copied.',
    },
    403: {
      title: 'Forbidden',
      hint: 'You are signed in, but there is nothing here that you can read.',
    },
    404: {
      title: 'This page could not be found',
      hint: 'It may have moved, or it may never have been here. The address could also hold a slip of the pen.',
    },
    405: {
      title: 'Method Not Allowed',
      hint: 'This address can only be read. Open it as a page in place of sending something to it.',
    },
    410: {
      title: 'Gone',
      hint: 'This page was published once and has been taken down for good.',
    },
    429: {
      title: 'Too Many Requests',
      hint: 'You have searched very often in a short time. Wait a moment, then search again.',
    },
    500: {
      title: 'Internal Server Error',
      hint: 'Something broke on our side. Nothing is lost; try again in a moment.',
    },
    503: {
      title: 'Service Unavailable',
      hint: 'This page exists but cannot be shown at the moment. Try again in a few minutes.',
    },
    client: {
      title: 'Application error: a client-side exception has occurred',
      hint: 'The page stopped working in your browser. Trying again usually helps.',
    },
  },
}

export type Messages = typeof en
