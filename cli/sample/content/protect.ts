import { codeBlock } from '../blocks'
import { page } from '../pages'
import { fold, grid, h2, note, ol, p, q, ul } from '../prose'
import { art } from './files'

const accessWords = page('Words of access', { icon: '🔑' }, [
  p('Who may read a page is written in the workspace, next to the page itself.'),
  h2('For a row: the column `Access`'),
  grid(
    [
      ['The cell says', 'Who may read'],
      ['`Public`', 'Everybody'],
      ['`Members`', 'Everybody who is signed in'],
      ['`org_2xYz…`, `choir`', 'Members of the organization with this id or this slug'],
      ['`choir`, `board`', 'Members of one or the other'],
      ['nothing, or anything else', 'Nobody: the row is not published'],
    ],
    [280, 420],
  ),
  h2('For everything else: the table'),
  p(
    'Pages that are not rows have no columns. For them, put a simple table on the root page. One cell of its heading row says `Access`. In each further row, the word stands in that column, and a page or database, typed with `@`, beside it.',
  ),
  codeBlock('Plain Text', 'Page                  Access\n@Members’ room        Members\n@Minutes              board'),
  p(
    'The site reads this table and never shows it. A whole branch can be closed with one line, because of the next rule.',
  ),
  h2('The strictest word wins'),
  p(
    'On the way from the root to a page there may be several words. The strictest one decides. A public row inside a members-only database is for members; a members-only row inside a public database is, too.',
  ),
  q('Nothing below a closed door is open.'),
])

const organizations = page('Organizations', { icon: '👥' }, [
  p(
    'An organization is a named group of people: a choir, a class, a company. Members are invited, and leave, in the sign-in service; the workspace only names the group.',
  ),
  ...ol(
    'Create the organization in your sign-in service and note its id, for example `org_2xYz…`, or its slug, for example `choir`.',
    'Invite people by e-mail. They choose how to sign in.',
    'Write the id or the slug into the `Access` of whatever is theirs. Use the same one everywhere.',
  ),
  p(
    'An id is always safe. A slug is chosen by the person who creates an organization: if members may create organizations, one of them could create one with a slug that you wrote but no organization had, and read the pages that it gives access to. Switch that off in the sign-in service, or write ids. `npm run check` lists names that the sign-in service does not know.',
  ),
  p(
    'Someone who belongs to several organizations is active in one organization at a time, and switches between them in the head of every members’ page. Signing out takes effect at once; removing a person, within a minute.',
  ),
  fold(
    'What if two words on the way name different organizations?',
    p(
      'Then a reader must satisfy both. If no organization is in both lists, nobody can, and the page counts as not published; `npm run check` points it out.',
    ),
  ),
])

const editors = page('Editors', { icon: '🪶' }, [
  p(
    'Editors edit in Notion, so they need no rights on the site. The site gives them the editor dashboard: one page that shows what is published, what is scheduled, what is wrong, and why.',
  ),
  p('The admins of one organization are editors. The operator names it with `EDITORS_ORGANIZATION`, best by its id.'),
  h2('What the editor dashboard shows'),
  ...ul(
    'Pages that could not be read, with the reason.',
    'Pages that want the same address.',
    'Links that lead nowhere, or to a page that fewer people may read.',
    'Rows whose words about access are misspelled.',
    'What will be published next, and when.',
  ),
  p('It lies at `/members/desk`. Without sign-in, only `npm run dev` serves it.'),
  p(
    'Editors also read drafts and scheduled pages at `/members/…`, under a line that says why nobody else does. A draft that will be for another organization stays closed to them.',
  ),
])

export const protect = page(
  'Protect',
  { icon: '🔒', cover: art('cover-protect.webp'), created: '2026-01-07', edited: '2026-11-16' },
  [
    p(
      'Most pages are for everybody. Some are for members, and some are not for anyone yet. Colophon treats the second and third kind as if the first did not exist: what a reader may not see is not hidden from them, it is never sent.',
    ),
    accessWords,
    organizations,
    editors,
    h2('What “never sent” means'),
    p(
      'A page that a reader may not open is missing from the navigation, from lists and galleries, from counts and sums, from search and its numbers, from feeds, the sitemap and the Markdown copies. Its pictures and files cannot be fetched, not even by somebody who knows their address. A signed-in reader who tries it learns the same as for a page that does not exist.',
    ),
    h2('Two addresses'),
    p(
      'Public pages live at plain addresses and are the same for everybody, which is why they are so fast. Members read at `/members/…`, where the same site is put together for each of them anew.',
    ),
    note(
      '🚪',
      'Without a sign-in service, members-only pages are not served at all. You cannot open them by forgetting a setting.',
    ),
  ],
)
