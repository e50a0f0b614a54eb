import { formatCount } from '../format-count'
import { screens } from './screens'

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
