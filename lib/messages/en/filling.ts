import { formatCount } from '../format-count'

/** The page that is shown at every address until the first snapshot exists. */
export const filling = {
  title: 'This site is loading its content',
  hint: 'Its pages are being copied from the workspace. As soon as the first are here, this page shows them by itself.',
  progress: (pages: number, known: number) => `${pages} of ${formatCount(known, 'page')} so far`,
  waiting: 'The workspace does not respond at the moment. The site tries again soon.',
  check: 'If this is your site, check these settings. A command says what to do:',
}
