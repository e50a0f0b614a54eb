import { columns, heading, tableOfContents } from '../blocks'
import { image } from '../media'
import { page } from '../pages'
import { fold, grid, h2, h3, note, p, q, ul } from '../prose'
import { art } from './files'
import { teodor } from './people'
import { roadmap } from './roadmap'

const typography = page('Design notes', { icon: '🖨️', by: teodor, edited: '2026-11-09' }, [
  tableOfContents(),
  h2('What a colophon is'),
  p(
    'At the end of a carefully made book stands a short note: who set the type, in which face, on what paper, in how many copies. It is the place where the makers speak, once, and quietly. This site takes its name and its manners from there.',
  ),
  h2('Paper and ink'),
  p(
    'The page is warm paper rather than white glass, and the text is ink rather than black. At night they change places. One accent, a printer’s vermilion, marks what is under your hand: a link, the section you are reading, the focus of the keyboard. It never decorates.',
  ),
  h2('Type'),
  p(
    'Text is set in one serif with optical sizes: sturdy when small, fine when large. The interface speaks in your system’s own sans, so that it stays out of the way. Code has its own voice.',
  ),
  image(art('figure-anatomy.webp'), {
    alt: 'The word Typography on four guide lines: ascender, x-height, baseline in red, and descender.',
    caption: 'Four lines that every letter obeys.',
    width: 1400,
    ratio: 0.4,
    spread: 'page',
  }),
  columns([
    [
      h3('The measure'),
      p('Lines hold 65 to 75 characters. Longer, and the eye loses its way back; shorter, and it hurries.'),
    ],
    [
      h3('The lead'),
      p('Lines stand 1.65 times the type’s size apart. Space between paragraphs does what indents did in books.'),
    ],
  ]),
  h2('Rules, not boxes'),
  p(
    'A hairline separates; a box imprisons. Space does the grouping. Where Notion paints a slab of color, the site draws a quiet rule and keeps the hue.',
  ),
  h2('Movement'),
  p(
    'Things move when it explains something: a dialog that came from a button, a picture that grew. Never longer than a fifth of a second, and not at all for readers who asked their system for less motion.',
  ),
  q('You should notice the words first, and the letters perhaps never.'),
])

const faq = page('Questions and answers', { key: 'faq', icon: '❓' }, [
  p('Short answers. Each links to the long one.'),
  heading(2, 'Writing', [
    fold('Do I have to publish after each change?', p('No. The site follows the workspace by itself: [[publish]].')),
    fold(
      'Can two people edit at once?',
      p('Yes, in Notion, as always. Readers see a page between two edits at worst, never half of one.'),
    ),
    fold(
      'Can I see a draft on the site before it is public?',
      p('Yes, if the operator made you an editor: sign in, and open the page at `/members/…`. See [[editors]].'),
    ),
    fold(
      'Can readers comment?',
      p('Yes, if the operator turned on `GISCUS`. Comments are then GitHub discussions, and readers sign in there.'),
    ),
    fold('Are comments in Notion visible to readers?', p('Never: [[what-appears]].')),
  ]),
  heading(2, 'Reading', [
    fold(
      'Does it work without JavaScript?',
      p(
        'Every page can be read, and searched at `/search`. What needs script is what moves: the dialog, the zoom, switching views.',
      ),
    ),
    fold(
      'Does the site set cookies?',
      p(
        'Not for public pages. Members get the ones that keep them signed in, and a visitor who gave the password of a page gets one that remembers it for a week.',
      ),
    ),
    fold('Can I read a page as plain text?', p('Add `.md` to its address: [[addresses]].')),
  ]),
  heading(2, 'Running', [
    fold(
      'What does it cost to run?',
      p('A small server, or nothing at all on the machine under your desk: [[where-to-run-it]].'),
    ),
    fold(
      'Can I change how it looks?',
      p(
        'Accent, typeface and logo are settings. Everything else is in the workspace, or deliberately quiet: [[settings]].',
      ),
    ),
    fold('What happens when Notion is down?', p('To your readers, nothing: [[how-a-page-travels]].')),
    fold(
      'Can I leave?',
      p('Your words are in Notion, and the snapshot is a folder of plain JSON. There is nothing to export.'),
    ),
  ]),
])

const glossary = page('Glossary', { icon: '📚' }, [
  p('The words this handbook uses, always in the same sense.'),
  grid(
    [
      ['Word', 'Means'],
      ['**Access**', 'Who may read a page'],
      ['**Address**', 'Where a page lives on the site; also *path*'],
      ['**Block**', 'A paragraph, a heading, a picture: the smallest part of a page'],
      ['**Collection**', 'What Notion calls a database: pages that share columns'],
      ['**Editor**', 'A person who writes in the workspace'],
      ['**Editor dashboard**', 'The page at `/members/desk` that shows editors what is published and what is wrong'],
      ['**Index**', 'The site’s own map of its pages'],
      ['**Operator**', 'The person who runs the site'],
      ['**Page view**', 'What one reader’s browser gets of one page'],
      ['**Root page**', 'The page at the top; it gives the site its name'],
      ['**Row**', 'A page in a collection'],
      ['**Snapshot**', 'The site’s copy of the workspace'],
      ['**Sync**', 'Bringing the snapshot up to date'],
      ['**View**', 'One way to show a collection: table, gallery, list, board or calendar'],
      ['**Workspace**', 'Where you write'],
    ],
    [180, 530],
  ),
])

export const about = page('About', { key: 'about', icon: '🪞', created: '2026-01-12' }, [
  p('Why the site is the way it is, what people ask, what the words mean, and what comes next.'),
  typography,
  faq,
  glossary,
  roadmap,
  h2('Colophon'),
  p(
    'Written in Notion’s own form by Ines Calloway and Teodor Brandt. Set in Source Serif, and in whatever your device brings along. The ornaments were drawn with circles and straight lines. No paper was used.',
  ),
  note(
    '🐞',
    'Found a mistake in the handbook? It is a page like any other: tell an editor, and it will be fixed within the minute.',
  ),
  ...ul('Go back to the [home page](home), or forward to the [kitchen sink](kitchen-sink).'),
])
