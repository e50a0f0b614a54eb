import { page } from '../pages'
import { grid, h2, note, p, ul } from '../prose'

export const search = page('Searching', { key: 'search', icon: '🔍', created: '2026-01-09' }, [
  p(
    'Press `⌘K` on a Mac, `Ctrl K` elsewhere, or the search button in the header. Type a few letters. Most of the time you will have what you wanted before you finish the word.',
  ),
  h2('What it finds'),
  ...ul(
    'Titles, headings and the whole text of every page you may read.',
    'Words inside toggles, tables, code and captions.',
    'Words that begin like yours, and words that differ by a letter.',
    'Chinese, Japanese and Korean, word by word, although they write no spaces.',
  ),
  p(
    'Each result shows where the page lies and the sentence in which your words stand. On a site with a sidebar, you can search one part alone: tick *Only in* below the field.',
  ),
  h2('By keyboard'),
  grid(
    [
      ['Key', 'Does'],
      ['`⌘K` or `⌘P`, `Ctrl K` elsewhere', 'Opens the dialog'],
      ['`↑` `↓`', 'Chooses a result'],
      ['`Home` `End`', 'Chooses the first, the last'],
      ['`Enter`', 'Opens it; with `⌘` or `Ctrl`, in a new tab'],
      ['`?`', 'Shows all keys, outside the dialog'],
      ['`Esc`', 'Closes the dialog and puts you back where you were'],
    ],
    [320, 380],
  ),
  h2('Without a keyboard, or without script'),
  p(
    'The address `/search?q=paper` shows results as an ordinary page. It can be bookmarked, linked to, and read by anything that reads the web.',
  ),
  h2('What it does not do'),
  p(
    'The site does not store what you asked. Your browser keeps your last six searches that led to a page, for you alone, until you clear them. It does not rank pages by who paid for them. It has two separate indexes: one of public pages for the public, one for members. A stranger can learn nothing about a closed page from the order, the number or the speed of results.',
  ),
  note(
    '✍️',
    'Editors: the surest way to be found is to use your readers’ words in headings. If people ask for “prices”, do not call the page “Investment”.',
  ),
])
