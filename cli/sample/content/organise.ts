import { codeBlock } from '../blocks'
import { page } from '../pages'
import { fold, grid, h2, note, p, ul } from '../prose'
import { blogs } from './blogs'

/** A test compares them with the routes. */
const RESERVED_SEGMENTS = `index  404  tags  archive  search  files  members  desk  unlock
sign-in  sign-up  account  organization  auth
plain  rows  social  api  mcp  trpc`

const navigation = page('Navigation', { icon: '🗺️' }, [
  p(
    'The root page is the table of contents of your site. Its child pages, in the order in which they stand there, are the navigation. To change the navigation, drag a page.',
  ),
  h2('What the root page decides'),
  grid(
    [
      ['On the root page', 'On the site'],
      ['Title', 'The site’s name'],
      ['Icon', 'The icon in browser tabs and bookmarks'],
      ['Cover', 'The picture at the top of the home page'],
      ['First paragraph', 'The site’s description'],
      ['Child pages and databases', 'The navigation'],
      ['A simple table with a column `Access`', 'Who may read which part; never shown'],
      ['A simple table with a column `Look`', 'Color, typeface, logo and more; never shown'],
      ['A simple table with the columns `Authors` and `Picture`', 'Pictures of [authors](blogs); never shown'],
    ],
    [300, 400],
  ),
  h2('Deeper down'),
  p(
    'Pages may hold pages, as many levels as you need. Every page shows its ancestors above the title, so a reader who came from a search engine knows where they are. Two or three levels are comfortable; at five, consider a database.',
  ),
  p('A page that lies inside a column, a toggle or a synced block is a child like any other.'),
  h2('The way on'),
  p(
    'Under its text every page names the one before it and the one after it: in a database by date, elsewhere in the order of the page that holds them. Below stand a few pages with the same tags, and those that link to it. There is nothing to keep up to date, and a page that a reader may not open is never named.',
  ),
])

const addresses = page('Addresses', { icon: '🔖' }, [
  p('An address is a promise. Colophon makes it easy to keep.'),
  h2('Where an address comes from'),
  p(
    'From the `Slug` column, when the page is a row and the column is filled in; otherwise from the title. *Opening hours* becomes `/opening-hours`, *Über uns* becomes `/über-uns`, and 关于我们 becomes `/关于我们`: letters of every script stay themselves.',
  ),
  p('A slug may contain slashes. `guides/typesetting` is a fine address.'),
  h2('When two pages want the same one'),
  p(
    'The older public page keeps it, and the younger gets the first digits of its id at the end. A draft never takes an address away from a published page.',
  ),
  h2('When an address changes'),
  p(
    'Rename a page or give it another slug, and the former address redirects to the new one for good. Delete the page, and its address says that the page is gone, which is kinder than pretending it never was.',
  ),
  h2('Words that are taken'),
  p(
    'These first words of an address belong to the site itself. A page that would begin with one gets the first digits of its id at the end, and the editor dashboard tells you. A `Slug` of your own looks better.',
  ),
  codeBlock('Plain Text', RESERVED_SEGMENTS),
  fold(
    'Other addresses of the same page',
    ...ul(
      '`/opening-hours.md` is the page as Markdown, for people and programs who prefer it.',
      '`/plain/opening-hours` is the page’s body alone, without header and footer.',
      'A link copied from Notion, with its 32 letters and digits at the end, leads to the page, too.',
    ),
  ),
])

const looks = page('Icons and covers', { icon: '🖼️' }, [
  p(
    'An icon and a cover are set in Notion, above the title, and travel with the page: into the navigation, into galleries, and onto the card that appears when somebody shares the link.',
  ),
  ...ul(
    '**Icons** may be an emoji, one of Notion’s own drawings, or a small square picture.',
    '**Covers** are cropped to a wide strip. Use *Reposition* in Notion to choose which part stays; the site honors it.',
    '**Size**: a picture keeps its place on the page while it loads. Upload the good version, once.',
  ),
  h2('The look of the whole site'),
  p(
    'Some things can be chosen without code. Put a simple table on the root page. One cell of its heading row says `Look`; each further row names a setting, and its value is in that column:',
  ),
  codeBlock('Plain Text', 'Site      Look\nAccent    #2f6f4e\nFont      sans\nLogo      https://example.com/logo.svg'),
  ...ul(
    '**Accent** is the color of what is under the pointer, of the current section, and of the focus: `#` and six digits. In each theme, an accent with too little contrast is made darker or lighter.',
    '**Font** is what pages are set in: `serif`, `sans`, `mono`, or the name of a typeface that your readers have installed.',
    '**Logo** stands beside the site’s name in place of the root page’s icon. You need it only when the icon will not do.',
    '**Navigation** is `sidebar` for a tree of all pages beside the text, or `header` for links to the main pages in the header. Without this row, a workspace of many nested pages and few databases has the sidebar.',
    '**Copyright** is a line below each post, such as *© 2026 Ann Lee, CC BY 4.0*.',
    '**Newsletter** and **Contact** put a form below each page, and **Posts** decides whether the rows of a database are posts: see [[blogs]].',
    '**Edit** and **Feedback** are addresses that each page links to, below its title: `https://` or `mailto:`. In them, `{id}`, `{path}`, `{title}` and `{url}` stand for those of the page, as in `https://www.notion.so/{id}` or `mailto:docs@example.com?subject={title}`.',
  ),
  p(
    'The site reads this table and never shows it. A row that cannot be understood changes nothing, and the editor dashboard says so. What the operator has set in the [settings](settings) wins.',
  ),
  note(
    '🎨',
    'The pictures in this handbook are drawn by a few hundred lines of code: circles, rules, and the site’s own typeface, in three colors.',
  ),
])

const tagsAndDates = page('Tags and dates', { icon: '🏷️' }, [
  p('Two columns turn a database of pages into a magazine.'),
  h2('Tags'),
  p(
    'A multi-select column called `Tags`. Each tag has a page of its own that lists everything under it, and every tagged page links there. All of them are at `/tags`. The column may also be called `Topics` or `Categories`. Use few tags, and use them again: a tag with one page is a dead end.',
  ),
  h2('Dates'),
  p(
    'A date column called `Date` or `Published`. It is printed under the title, decides which page comes before and after, orders the archive at `/archive`, and goes into the feeds. Without it, a page has no date at all, which is right for pages that do not age.',
  ),
  h2('Feeds'),
  p(
    'Readers who follow the site with an RSS or Atom reader find the newest fifty dated pages, whole, at `/feed.xml`, and those of one tag at `/tags/travel/feed.xml`. `feed.json` is the same as JSON. Programs find more: `/sitemap.xml`, `/llms.txt`, which lists the Markdown copies, and `/llms-full.txt`, which has all of them in one file. Assistants that speak MCP can search and read the site at `/mcp`.',
  ),
  h2('Description'),
  p(
    'A text column called `Description` or `Summary` replaces the first paragraph as the page’s summary in lists, feeds and previews.',
  ),
  grid(
    [
      ['Column', 'Type', 'Used for'],
      ['`Slug`', 'Text', 'The address'],
      ['`Tags`', 'Multi-select', 'Tag pages, feeds'],
      ['`Date` or `Published`', 'Date', 'Order, archive, feeds'],
      ['`Description` or `Summary`', 'Text', 'Lists, previews, search engines'],
    ],
    [220, 180, 300],
  ),
])

const databases = page('Databases', { icon: '🗃️' }, [
  p(
    'A database is a list of pages that share their columns. It may be a page of its own, like [[db:journal]] in this handbook, or stand inside a page among paragraphs.',
  ),
  h2('Views'),
  ...ul(
    '**Table**: for comparing. Numbers align; long cells wrap or are cut, as the view says.',
    '**Gallery**: for looking. A card shows the cover, the first picture, or a column of files.',
    '**List**: for choosing. Quiet, one line a row.',
    '**Board**: for following. One column for each status, option or person.',
    '**Calendar**: for planning. One month at a time; on small screens and on paper, a list by month.',
  ),
  p(
    'Several views stand above each other as tabs. The site remembers which one a reader chose. Sorting, filters, groups, hidden columns and calculations are those of the view in Notion. A reader may sort and filter a table, too; the next visit begins as you arranged it.',
  ),
  h2('Columns'),
  p(
    'Every kind of column is shown, formulas and rollups included. Columns that the view hides are not merely invisible: they are not sent.',
  ),
  h2('Rows'),
  p(
    'A row is a page. Its columns stand under its title, in the order that the database’s page layout gives them, without the hidden ones.',
  ),
  note(
    '📏',
    'A table of a hundred rows with four views weighs about as much as a small photograph. A table of five thousand rows is a search waiting to happen: link to [search](search) instead.',
  ),
])

export const organise = page('Organise', { icon: '🗂️', created: '2026-01-05' }, [
  p('A site is organised the way its workspace is organised. There is no second place to keep in order.'),
  navigation,
  addresses,
  looks,
  tagsAndDates,
  databases,
  blogs,
])
