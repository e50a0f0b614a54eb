import { codeBlock } from '../blocks'
import { image } from '../media'
import { page } from '../pages'
import { fold, h2, note, ol, p, q, ul } from '../prose'
import { arabic } from './arabic'
import { chinese } from './chinese'
import { art } from './files'

const firstPage = page('Your first page', { icon: '✏️' }, [
  p('Five minutes, no code, and at the end a page of your own on the web.'),
  h2('Write it'),
  ...ol(
    'In Notion, open the page that is the root of your site. It is the one your visitors see first.',
    'Below its last line, type `/page`, press Enter, and give the new page a title. The title is what readers will see in the navigation, so make it short and plain.',
    'Write one sentence that says what the page is for. It becomes the description that search engines and link previews show.',
    'Go on writing. Headings, lists, images, tables, equations, code: it all travels. [[what-appears]] has the exceptions.',
  ),
  h2('See it'),
  p(
    'Within a minute the page is on the site. Its address is its title in lower case with hyphens: a page called *Opening hours* lives at `/opening-hours`. You can choose [another address](addresses) whenever you like; the old one goes on working.',
  ),
  h2('Change your mind'),
  p(
    'Edit the page, and the site follows. Move it to the trash, and its address answers that the page is gone. Nothing you do in Notion can break the site itself: if a page cannot be read, readers keep getting its last good copy.',
  ),
  note(
    '🌱',
    'A page inside the root is public as soon as it is synced. If you would rather prepare pages in private, write them as rows of a database with a `Status`: see [[status-and-schedule]].',
  ),
])

const travels = page('How a page travels', { icon: '🧵' }, [
  p('If you know how a page travels, most things explain themselves. It goes in one direction only.'),
  image(art('figure-flow.webp'), {
    alt: 'Five sheets of paper joined by arrows: workspace, snapshot, index, page view, reader. The snapshot is drawn in red.',
    caption: 'From the workspace to the reader. The red sheet is the one that makes everything else calm.',
    width: 1400,
    ratio: 440 / 1400,
    spread: 'page',
  }),
  h2('Workspace to snapshot'),
  p(
    'A process called *sync* asks Notion what changed, fetches only that, and keeps a copy of the pages and files: the **snapshot**. Everything after this step reads the snapshot and nothing else.',
  ),
  h2('Snapshot to index'),
  p(
    'From the snapshot the site works out its own map: which pages belong to it, what their addresses are, who may read them, which ones link to which.',
  ),
  h2('Index to page view'),
  p(
    'For one reader and one page, the site removes what this reader may not see, sets the equations, colors the code, writes the dates as text, and throws away every byte that is not needed to show the result.',
  ),
  h2('Why bother?'),
  q('A visitor’s request never waits for the workspace.'),
  p(
    'If Notion is slow, your site is fast. If Notion is down, your site is up. If a file’s address expires over there, the file is still here. The price is that an edit takes up to a minute to appear, and we think that is a fair price.',
  ),
  fold(
    'For the curious: what does the snapshot look like?',
    p(
      'One JSON file for each page, one manifest, and a folder of files. You can read it, copy it, keep it under version control, or serve it on a machine that has never heard of Notion:',
    ),
    codeBlock('Bash', 'WORKSPACE_DIR=./my-snapshot npm run site'),
  ),
])

export const start = page('Start here', { key: 'start', icon: '🧭', created: '2026-01-03' }, [
  p(
    'Colophon is for people who write in Notion and want what they write to be read on the web: clubs and courses, small companies, documentation teams, anybody with something to say and no wish to run a content system.',
  ),
  h2('Three roles'),
  ...ul(
    '**Visitors** read and search. They need no account, unless a page is for [members](protect).',
    '**Editors** publish by editing the workspace. They never touch code, and never redeploy. Their part begins at [[publish]].',
    '**Operators** start the site and keep it up, with one command and a few settings. Their part begins at [[run]].',
  ),
  p('Often all three are the same person, on different days.'),
  h2('Read next'),
  firstPage,
  travels,
  h2('In other languages'),
  chinese,
  arabic,
])
