import {
  block,
  bullet,
  button,
  callout,
  codeBlock,
  columns,
  equationBlock,
  heading,
  numbered,
  quote,
  table,
  tableOfContents,
  tabs,
  text,
  toDo,
  toggle,
} from './blocks'
import { art } from './files'
import { bold, code, link, linkMention, rich } from './inline'
import { audio, bookmark, file, image } from './media'
import type { Node, ViewSpec } from './nodes'
import { database, page, row } from './pages'

/** A word, an address and a code span without a place to break a line. */
export interface LongTexts {
  word: string
  address: string
  span: string
}

const VIEWS: ViewSpec[] = [
  { type: 'table', name: 'Table' },
  { type: 'table', name: 'Table with wrapped cells', wrap: true },
  { type: 'list', name: 'List' },
  { type: 'gallery', name: 'Gallery' },
  { type: 'board', name: 'Board', by: 'Kind' },
]

/** Every kind of block and cell that holds text, with texts that are wider than the page. */
export function longBlocks({ word, address, span }: LongTexts): Node[] {
  const words = rich(['A word: ', word, ' Code: ', code(span)])
  const all = rich([words, ' An address: ', link(address, address)])
  const cells = {
    Note: all,
    Kind: word,
    Uses: [word, 'Short'],
    Site: address,
    Mail: `${word}@example.com`,
    Telephone: word,
    Proofs: [{ name: `${word}.txt`, source: art('editors-checklist.txt') }],
  }
  return [
    tableOfContents(),
    heading(2, word),
    heading(3, all),
    // No link may be inside of what folds.
    heading(2, words, [text(all)]),
    text(all, [text(all)]),
    text(rich(['A mention: ', linkMention({ href: address, title: word, description: word })])),
    bullet(all, [bullet(all)]),
    numbered(all),
    toDo(all, true),
    toggle(words, [text(all)]),
    quote(all, [text(all)]),
    callout('🪢', all, [text(all)], 'gray_background'),
    codeBlock('TypeScript', `const word = '${word}'`, all),
    block('code', { properties: { title: [[word]] }, format: { code_wrap: true } }),
    equationBlock(`\\text{${word}}`),
    table([
      [rich([bold(word)]), 'Short'],
      [all, word],
    ]),
    columns([[text(all), bookmark(address)], [callout('🪢', all)]]),
    tabs([
      [word, [text(all)]],
      ['Short', [text(all)]],
    ]),
    image(art('mark.png'), { alt: 'The mark of the printer.', caption: all, width: 96 }),
    audio(art('chime.wav')),
    file(art('editors-checklist.txt'), `${word}.txt`, '0.3 kB'),
    bookmark(address, { title: word, description: word, icon: art('mark.png'), cover: art('cover-journal.webp') }),
    bookmark(address),
    button(word),
    database(word, {
      key: 'long-words-rows',
      schema: {
        Name: { type: 'title' },
        Note: { type: 'text' },
        Kind: { type: 'select', options: { [word]: 'blue' } },
        Uses: { type: 'multi_select', options: { [word]: 'brown', Short: 'gray' } },
        Site: { type: 'url' },
        Mail: { type: 'email' },
        Telephone: { type: 'phone_number' },
        Proofs: { type: 'file' },
      },
      views: VIEWS,
      rows: [
        row(word, cells, [text('A row whose title is one long word.')], { key: 'long-words-row' }),
        row('A short one', {}, [text('A row without values.')], { key: 'long-words-short' }),
      ],
    }),
    page(word, { key: 'long-words-title', icon: '🪢' }, [text('A page whose title is one long word.')]),
  ]
}
