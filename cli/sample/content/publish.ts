import { codeBlock, columns } from '../blocks'
import { file } from '../media'
import { page } from '../pages'
import { fold, grid, h2, h3, note, ol, p, q, todo, ul } from '../prose'
import { art } from './files'

const equationsAndCode = page('Equations and code', { icon: '∑' }, [
  p(
    'Both are set on the server, before the page leaves for the reader. No script is sent, nothing jumps, and they look the same with scripting turned off.',
  ),
  h2('Equations'),
  p(
    'Write TeX in an equation block or, inside a sentence, as an inline equation: $e^{i\\pi} + 1 = 0$ sits on the line like any other word. Commands that KaTeX does not know are shown as you typed them, in red, so that you can find them.',
  ),
  h2('Code'),
  p(
    'Choose the language in the corner of the block. Every language in Notion’s list is colored. If the caption is a file name, it is shown above the code.',
  ),
  codeBlock('TypeScript', "export const greet = (name: string): string => 'Good morning, ' + name", 'greet.ts'),
  p(
    'Readers can copy a block with one click. What they copy is the text alone, without line numbers or prompts, so leave prompts out when you write. Long lines have a switch that wraps them.',
  ),
  h3('Marked lines'),
  p(
    'End a line with a comment, and the line is marked: `[!code ++]` for an added line, `[!code --]` for a removed one, `[!code highlight]` for one to notice. Write it as a comment of the language, after `//`, `#`, `--` or `<!--`. Readers see the mark without the comment, and do not copy removed lines.',
  ),
  codeBlock(
    'JavaScript',
    [
      'export default {',
      "  title: 'Opening hours', // [!code highlight]",
      '  open: 9, // [!code --]',
      '  open: 10, // [!code ++]',
      '}',
    ].join('\n'),
    'opening-hours.config.js',
  ),
  h3('Tabs'),
  p(
    'Adjacent code blocks become tabs if their captions begin with the same words before a vertical bar: `Install | npm`, `Install | pnpm`. The words after the bar name the tab.',
  ),
  codeBlock('Bash', 'npm install colophon-theme', 'Install | npm'),
  codeBlock('Bash', 'pnpm add colophon-theme', 'Install | pnpm'),
  h2('Diagrams'),
  p(
    'Choose *Mermaid* as the language of a code block, and the site draws it in its own colors, for light and dark. Flowcharts and sequence, state, class and entity relationship diagrams are drawn. Readers can unfold the source below it. If a diagram is very large, or has something that is not supported, the source is shown alone.',
  ),
  codeBlock(
    'Mermaid',
    [
      'flowchart LR',
      '  Editor([Editor]) -- writes --> Notion[(Workspace)]',
      '  Notion -- sync --> Snapshot',
      '  Snapshot --> Public{Public?}',
      '  Public -- yes --> Site([Everybody])',
      '  Public -- no --> Members([Members])',
    ].join('\n'),
    'From the workspace to readers.',
  ),
])

const blocksAtAGlance = page('Blocks at a glance', { icon: '🧱' }, [
  p(
    'A short tour of what is worth using, and when. The [kitchen sink](kitchen-sink) shows every one of them in action.',
  ),
  grid(
    [
      ['Block', 'Use it for', 'Remember'],
      ['Heading', 'Structure; the margin’s table of contents', 'Do not skip levels'],
      ['Toggle', 'Details that few readers need', 'Search finds the words inside, too'],
      ['Callout', 'The one thing not to miss', 'One a page is a callout; five are wallpaper'],
      ['Quote', 'Somebody else’s words', 'Name the somebody'],
      ['Table', 'A few facts in rows', 'For many rows, use a database'],
      ['Synced block', 'The same words on many pages', 'Readers see it only where its home page is readable'],
      ['Columns', 'Things to compare side by side', 'On a phone they stand one under the other'],
      ['Embed', 'A map, a film, a drawing', 'It loads from somebody else’s server'],
    ],
    [150, 270, 290],
  ),
  equationsAndCode,
])

const writing = page('Writing in Notion', { icon: '🖋️' }, [
  p('You do not need to learn anything new. A few habits make pages better on the web than they are in the editor.'),
  h2('Begin with the answer'),
  p(
    'The first paragraph becomes the page’s description in search results and previews. Let it say what the reader will get. The rest of the page may then take its time.',
  ),
  h2('Let headings carry the story'),
  p(
    'From three headings on, a table of contents stands beside the text. Read your headings alone, top to bottom. If they make sense, so will the page.',
  ),
  h2('Describe pictures'),
  p(
    'In Notion, open a picture’s menu and choose *Alt text*. Somebody will hear it instead of seeing the picture. If the picture only decorates, a caption is not needed; if it informs, say what it says.',
  ),
  h2('Link inside the workspace'),
  p(
    'Paste a link to a page, or type `@` and its name: on the site it leads to the page’s present address, whatever that will be tomorrow. A link to a page that a reader may not open is shown to this reader as plain words.',
  ),
  h2('Before you publish'),
  todo(true, 'The title says what the page is about.'),
  todo(true, 'The first sentence says what the reader gets.'),
  todo(false, 'Headings can be read alone, as a summary.'),
  todo(false, 'Every picture has words for those who cannot see it.'),
  file(art('editors-checklist.txt'), 'editors-checklist.txt', '0.3 kB'),
  h2('Go deeper'),
  blocksAtAGlance,
])

const whatAppears = page('What appears', { icon: '👁️', edited: '2026-11-12' }, [
  p(
    'A page is part of the site when its own chain of parents leads to the root page: through pages, through toggles and columns, through databases. That is the whole rule.',
  ),
  h2('What does not widen it'),
  ...ul(
    'A **link** or mention of a page elsewhere in your workspace does not publish that page.',
    'A **linked view** shows rows of a database that lives elsewhere only if that database is itself part of the site.',
    'A **synced block** is shown where its original may be read, and nowhere else.',
    'A view’s **filter** chooses what is listed. It neither hides nor publishes the page behind a row.',
  ),
  note(
    '🔎',
    'To keep a row unpublished, do not filter it away: give it a `Status`. See [[status-and-schedule]].',
    'yellow_background',
  ),
  h2('What is left out'),
  p(
    'Comments, discussions and suggestions never leave Notion. People are shown by name; their addresses and photographs are not even in the copy that the site keeps.',
  ),
  columns([
    [
      h3('Shown as in Notion'),
      ...ul(
        'Text, headings, lists, to-dos',
        'Pictures, films, sound, files',
        'Databases as table, gallery, list, board, calendar',
        'Equations, code, tables',
      ),
    ],
    [
      h3('Shown differently'),
      ...ul(
        'Buttons: the label, without the action',
        'Timelines: as a list by month',
        'Charts, forms and maps of databases: left out',
        'Embeds: loaded, loaded after a click, or replaced by links, as the operator decides',
        'Blocks newer than the site: left out, the rest stays',
      ),
    ],
  ]),
  fold(
    'How do I find out why one page is missing?',
    p('The command below explains for one page whether it is shown, to whom, and which word decided it:'),
    codeBlock('Bash', 'npm run check -- opening-hours'),
  ),
])

const status = page('Status and schedule', { icon: '🗓️' }, [
  p(
    'Pages that you want to prepare in private belong in a database. Five columns control when a row becomes a page of the site. Use the ones you need; their names are what counts, and upper or lower case does not.',
  ),
  grid(
    [
      ['Column', 'Type', 'The row is public when'],
      ['`Status`', 'Status or select', 'it says `Published`, in a column that has this option at all'],
      ['`Public`', 'Checkbox', 'it is ticked'],
      ['`Publish at`', 'Date', 'the moment has come'],
      ['`Access`', 'Select, multi-select or text', 'it says `Public`; more words at [Protect](protect)'],
      ['`Password`', 'Text', 'it is empty; otherwise visitors are asked for it, see below'],
    ],
    [130, 220, 360],
  ),
  p(
    'If a database has several of these columns, all of them must agree. An empty `Access` or an unknown word means *not published*. So does a column of the wrong type, because guessing would be worse.',
  ),
  p(
    'To publish a page that no list names, set its `Status` or `Access` to `Unlisted`. It has an address, but it is in no view, search, feed, tag or archive, and search engines are asked to leave it out. The same is true of the pages below it.',
  ),
  h2('Pages with a password'),
  p(
    'A row with a `Password` (also `密码`, `密碼`, `パスワード` or `비밀번호`) shows a form at its address. Visitors who know the password can read the page and everything below it for a week. Change the password, and everyone is asked again. The page is in no search, feed or view, and in no list but the list of posts, which shows its title and date. The form shows its title only.',
  ),
  p(
    'The operator turns this on with `SITE_SECRET`. Without it, a row with a password is not published. The column is never shown, and neither is a formula or rollup that reads it. A password is at most 256 characters of plain text. Any other value closes the row.',
  ),
  h2('From draft to page'),
  ...ol(
    'Write the row while its status is `Draft`. It has no address yet.',
    'Ask a colleague to read it, in Notion.',
    'Set the status to `Published`. Within a minute the page is there, listed in every view that shows it, and in the feeds.',
  ),
  h2('At a given hour'),
  p(
    '`Publish at` takes a date, or a date with a time. Without a time, the day begins at midnight in the site’s time zone (`SITE_TIMEZONE`, which is UTC unless the operator chose another). The page appears by itself; nobody needs to be awake.',
  ),
  h2('Taking back'),
  p(
    'Set the status to anything else, and the page leaves the site, the search, the feeds and the sitemap together. Its address returns *404 not found*, as if it had never been there.',
  ),
  q('There is one decision about who may read a page, in one place, and every response uses it.'),
])

export const publish = page('Publish', { icon: '📤', cover: art('cover-publish.webp'), created: '2026-01-04' }, [
  p(
    'Publishing is writing. There is nothing to export from Notion, no upload, and no button: the workspace is the source, and the site follows it.',
  ),
  h2('In this part'),
  writing,
  whatAppears,
  status,
  h2('The short version'),
  ...ul(
    'A page under the root is public.',
    'A row of a database is public when its `Status`, `Public`, `Publish at` and `Access` say so, and it has no `Password`.',
    'A row with a `Password` asks for it, and a row that is `Unlisted` has an address but is in no list.',
    'A change takes up to a minute to appear.',
    'When in doubt, the site shows less rather than more.',
  ),
])
