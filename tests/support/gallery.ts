import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  block,
  bullet,
  callout,
  codeBlock,
  equationBlock,
  heading,
  numbered,
  quote,
  table,
  tableOfContents,
  text,
  toggle,
} from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { art } from '@/cli/sample/files'
import { keyedBlockId } from '@/cli/sample/ids'
import { code, customEmoji, equation, link, linkMention, pageAddress, rich } from '@/cli/sample/inline'
import { longBlocks } from '@/cli/sample/long-words'
import { image, video } from '@/cli/sample/media'
import type { Node, PageNode } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { linkedDatabase, page } from '@/cli/sample/pages'
import { type Content, readContent, readContentFiles } from '@/cli/sample/reader/content'
import { isCompleteRun } from '@/tests/support/complete'
import { createFolder } from './site'

/** A long text without a space. */
const UNBREAKABLE = 'W'.repeat(isCompleteRun ? 10_000 : 2_000)
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** A sequence that no font joins into one glyph. */
export const NO_GLYPH = '🍕\u200d🚀\u200d🎷'

/** The anchors of a heading inside two toggles, and of an item inside another toggle. */
export const DEEP_HEADING_ANCHOR = keyedBlockId('deep').replaceAll('-', '')
const ITEM = keyedBlockId('item').replaceAll('-', '')

/** Content that the handbook does not have: text in other scripts, invalid content, and content that is too long. */
const oddities: Node[] = [
  heading(2, 'Scripts'),
  text('العربية تُكتب من اليمين إلى اليسار.', [text('And what is under it is English.')]),
  toggle('مفتاح', [text('داخل'), text('inside')]),
  block('bulleted_list', { properties: { title: rich('أول') } }),
  block('bulleted_list', { properties: { title: rich('ثان') } }),
  text('中文、日本語と한국어。'),
  heading(2, 'Wrong and too long'),
  equationBlock('\\frac{1'),
  text(['A wrong ', equation('\\sqrt{'), ' in a line.']),
  text(['A wrong ', equation('\\frac{1 + 2 + 3 + '.repeat(20)), ' that is longer than a line.']),
  text(['A fraction ', equation(`\\frac{${'a + b + c + '.repeat(10)} d}{2}`), ', which has no place for a break.']),
  equationBlock(Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(' + ')),
  codeBlock('TypeScript', `const long = '${LONG.repeat(4)}'`, 'A line that is longer than the page.'),
  block('code', { properties: { title: [[`const long = '${LONG.repeat(4)}'`]] }, format: { code_wrap: true } }),
  text(LONG),
  text([code(LONG.repeat(2))]),
  heading(3, LONG),
  numbered('Nine hundred and ninety-nine', [numbered('a', [numbered('i')])], 999),
  block('numbered_list', { properties: { title: rich('And a thousand') } }),
  block('hologram', { properties: { title: rich('Not to be seen') } }),
  block('image', {}),
  block('breadcrumb'),
  text([
    'A card at the end of a line that is rather long already: ',
    linkMention({ href: 'https://example.com/', title: 'T', description: LONG }),
  ]),
]

/** Returns the blocks without a key. A key may occur only once, so these can be repeated. */
const omitKeyed = (nodes: Node[]) => nodes.filter((node) => node.node === 'block' && node.key === undefined)
const SENTENCES = 'A sentence that goes on and on. '.repeat(20)
const wideTable = table([['Words of a column. '.repeat(40), 'Words of another column. '.repeat(40)]])
const createSections = (count: number) =>
  Array.from({ length: count }, (_, index) => heading(2, `Section ${index + 1}`))

/** Returns a page with every type of block and property, and small pages for features of pages themselves. */
function createRoot(sample: Content): PageNode {
  const inlinePage = sample.readPage('kitchen-inline')
  const embedsPage = sample.readPage('embeds')
  const everything = [
    sample.readPage('kitchen-text'),
    inlinePage,
    sample.readPage('kitchen-layout'),
    sample.readPage('kitchen-media'),
    embedsPage,
    sample.readPage('kitchen-columns'),
    sample.readPage('kitchen-views'),
  ].flatMap(({ children }) => children)
  return page('Gallery of blocks', { key: 'gallery-home', icon: '🖼️' }, [
    page('Gallery', { key: 'gallery', icon: '🗂️', attached: inlinePage.attached }, [...everything, ...oddities]),
    page('Cover', { key: 'cover', cover: art('cover-home.webp'), coverPosition: null, icon: '/icons/book_gray.svg' }, [
      text([customEmoji('pilcrow')]),
    ]),
    page('Cover at its foot', { key: 'cover-foot', cover: art('cover-home.webp'), coverPosition: 0 }, [text('Words.')]),
    page('Three sections', { key: 'three' }, createSections(3)),
    page('Two sections', { key: 'two' }, [
      ...createSections(2),
      text('A sentence with a note[^b], one with another[^a], and the first again[^b].'),
      ...Array.from({ length: 40 }, () => text('A paragraph.')),
      text('[^a]: The other note.'),
      text('[^b]: The first note.', [text('It has two paragraphs.')]),
    ]),
    page(
      'Long',
      { key: 'long', smallText: true },
      createSections(8).flatMap((each) => [each, ...Array.from({ length: 30 }, () => text('A paragraph.'))]),
    ),
    page('Wide', { key: 'wide', fullWidth: true, icon: NO_GLYPH }, [callout(NO_GLYPH, 'Words.')]),
    page('Wide with sections', { key: 'wide-sections', fullWidth: true }, [
      tableOfContents(),
      text(SENTENCES),
      ...[text, bullet, quote, toggle, (value: string, under: Node[]) => callout('💡', value, under)].map((container) =>
        container(SENTENCES, [wideTable]),
      ),
      ...createSections(3),
    ]),
    page(
      'Endless',
      { key: 'endless' },
      longBlocks({ word: UNBREAKABLE, address: 'https://example.com/', span: 'short' }),
    ),
    page('目次', { key: 'not-ascii' }, [text('Words.')]),
    page('Folded', { key: 'folded' }, [
      ...Array.from({ length: 60 }, () => text('A paragraph.')),
      toggle('Outer', [
        heading(2, 'Inner', [
          block('sub_sub_header', { key: 'deep', properties: { title: rich('Deep') } }),
          text('Words.'),
        ]),
      ]),
      text([link('To the deep one', `${pageAddress('folded')}#${DEEP_HEADING_ANCHOR}`)]),
      toggle('Another', [block('bulleted_list', { key: 'item', properties: { title: rich('The item') } })]),
    ]),
    page('Pictures', { key: 'pictures' }, [
      image(art('figure-anatomy.webp'), { alt: 'Anatomy', width: 708, ratio: 0.4 }),
      ...Array.from({ length: 80 }, () => text('A paragraph.')),
      image('https://pictures.example/far.png', { alt: 'Far', width: 400, ratio: 0.5 }),
    ]),
    page('Leads to the deep one', { key: 'leads' }, [
      text([link('To the deep one', `${pageAddress('folded')}#${DEEP_HEADING_ANCHOR}`)]),
      text([link('To the item', `https://www.notion.so${pageAddress('folded')}?pvs=4#${ITEM}`)]),
    ]),
    // Two blocks of the same database, so that only the block distinguishes their views.
    page('Two databases', { key: 'two-databases' }, [
      linkedDatabase('releases', [
        { type: 'table', name: 'First table', show: ['Name', 'Version'] },
        { type: 'list', name: 'First list', show: ['Name'] },
      ]),
      linkedDatabase('releases', [
        { type: 'table', name: 'Second table', show: ['Name', 'Version'] },
        { type: 'list', name: 'Second list', show: ['Name'] },
        { type: 'gallery', name: 'Second gallery', cover: 'page_cover', show: ['Name'] },
      ]),
    ]),
    page('Embeds', { key: 'embeds' }, [
      ...omitKeyed(embedsPage.children),
      block('tweet', {
        properties: { source: rich('https://twitter.com/jack/status/21') },
        format: { block_width: 700 },
      }),
      video('https://youtu.be/aqz-KE-bpKQ?t=90&mute=1'),
    ]),
    ...['design-notes', 'faq', 'kitchen-sink', 'how-a-paragraph-is-set'].map((key) =>
      page(key, { key }, [text('Words.')]),
    ),
    sample.readDatabase('specimens'),
    sample.readPage('releases'),
  ])
}

/** Writes the gallery as a workspace folder. Returns its path. */
export function writeGallery(): string {
  const dir = path.join(createFolder('gallery'), 'workspace')
  const sample = readContent(readContentFiles())
  mkdirSync(dir)
  writeWorkspace(dir, buildWorkspace(createRoot(sample), sample.options))
  cpSync('workspace/files', path.join(dir, 'files'), { recursive: true })
  return dir
}
