import { codeBlock } from '../blocks'
import { page } from '../pages'
import { fold, grid, h2, note, p, ul } from '../prose'

export const blogs = page('Blogs', { key: 'blogs', icon: '📰', created: '2026-11-23' }, [
  p(
    'A blog is a database whose rows are posts. The site shows it as readers expect it: the newest post first, with its date, its reading time, a picture and two lines of its summary, twelve posts a page.',
  ),
  h2('How to get one'),
  ...ul(
    'Make a database and call it `Posts`, `Blog`, `Articles` or `Journal`. Give each row a date and a summary.',
    'Or use a database made from NotionNext’s template, as it is. The site knows its columns in English and Chinese.',
    'Put it on the home page, before any other database, and the home page becomes the list of posts.',
  ),
  p(
    'If the database has another name, put a simple table on its page with `Look` in its heading row, and below it a row with `Posts` and `yes`. With `no`, its rows are not posts, whatever its name is. If the database is a page of its own, the table belongs on the page above it.',
  ),
  note(
    '🖼️',
    'Have you arranged a gallery, a list or a board for your readers? If it is the first view, it stays as it is. To keep a table, too, write `Posts` and `no`.',
  ),
  h2('What a post can have'),
  grid(
    [
      ['Column', 'Type', 'What it does'],
      ['`Date` or `Published`', 'Date', 'Decides the order, the archive and the feeds'],
      ['`Description` or `Summary`', 'Text', 'Is shown under the title, in lists and in previews'],
      ['`Tags`', 'Multi-select', 'Gives each tag a page'],
      ['`Category`', 'Select or multi-select', 'Gives each category a page and a feed'],
      ['`Author`', 'Person, text or select', 'Names the author, who has a page and a feed'],
      ['`Series`', 'Select or text', 'Leads from one post of a series to the next, by date'],
      ['`Pinned`', 'Checkbox', 'Keeps a post above all others in the list'],
    ],
    [220, 190, 300],
  ),
  p(
    'All columns are optional. A date in the future delays nothing; for that there is `Publish at`, see [[status-and-schedule]]. Several authors in a text are separated by commas. Adding the row `Copyright` to the `Look` table puts a line below each post, such as *© 2026 Ann Lee, CC BY 4.0*.',
  ),
  h2('Pictures of authors'),
  p(
    'Put a simple table on the root page with `Authors` and `Picture` in its heading row. The picture appears on the page of the author, and so does the text of a third column, if there is one. The site reads this table and never shows it.',
  ),
  codeBlock(
    'Plain Text',
    'Authors     Picture                        About\nAnn Lee     https://example.com/ann.png    Keeps the lighthouse',
  ),
  h2('News and messages from readers'),
  p(
    'Two rows of the `Look` table on the root page put a form below each page. A form sends what readers write to a service of your choice, so the site stores nothing of it.',
  ),
  ...ul(
    '**Newsletter** asks for an e-mail address. Its value is the address that Buttondown, Mailchimp or Kit gives you for a form.',
    '**Contact** asks for an e-mail address and a message. Its value is the address of a form at Formspree or a similar service.',
  ),
  h2('Coming from NotionNext'),
  p(
    'Each row of such a database says in its column `type` what it is. Chinese names work as well. A row of any other type is not published.',
  ),
  grid(
    [
      ['Type', 'Becomes'],
      ['`Post`', 'A post'],
      ['`Page`', 'A page that is in no list of posts'],
      ['`Menu`, `SubMenu`', 'A link of the navigation. If there are any, they replace it, oldest first'],
      ['`Notice`', 'An announcement at the top of the home page. Only the newest one is shown'],
      ['`Config`', 'Settings, of which the site uses a few'],
    ],
    [180, 530],
  ),
  p(
    'A row is public when its `status` says `Published`. `Invisible` means the same as `Unlisted`: the page has an address and is in no list. Addresses that readers know, such as `/article/my-post` or `/tag/travel`, lead to the new ones.',
  ),
  fold(
    'How do I find out what is left over?',
    p(
      '`npm run check` names rows that lead nowhere and settings that the site does not use. The editor dashboard shows the same. The project’s `docs/migrating.md` compares everything else.',
    ),
  ),
])
