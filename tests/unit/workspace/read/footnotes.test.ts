import { describe, expect, it } from 'vitest'
import { prepareBody } from '@/blocks/body'
import { renderContent } from '@/blocks/content'
import { convertBlocks } from '@/blocks/markdown'
import { renderHtml, renderXhtml } from '@/lib/formats/html'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { findLooseMarkers, markFootnotes } from '@/lib/workspace/read/footnotes'
import { getPageSections } from '@/lib/workspace/read/page-text'
import { type BlockInit, createNumberedId, createStoredPage, createTestContext, HOOKS } from '../../page/stored-page'

const text = (title: BlockInit['title'], content?: BlockInit[]): BlockInit => ({ type: 'text', title, content })
const prepare = (content: BlockInit[], mayShow = true) =>
  prepareBody(markFootnotes(createStoredPage(content)), createTestContext(), { ...HOOKS, mayShow: () => mayShow })
    .blocks
const render = (...content: BlockInit[]) => renderContent(prepare(content))
const toAbsolute = (address: string) => address
const findLoose = (content: BlockInit[]) =>
  findLooseMarkers(Object.values(markFootnotes(createStoredPage(content)).blocks))

const PAGE = [
  text('Second[^b], first[^a], and second again[^B].'),
  text('[^a]: The first note'),
  text(''),
  { type: 'bulleted_list', title: '[^b]: The second note', content: [text('More of it')] },
  text(''),
]

describe('footnotes', () => {
  it('are numbered by their first markers, and lead to their notes and back', () => {
    const html = render(...PAGE)
    const links = [...html.matchAll(/<a [^>]*role="(doc-[a-z]+)"[^>]*>/g)].map(([link, role]) => [
      role,
      / id="([^"]*)"/.exec(link)?.[1],
      /href="#([^"]*)"/.exec(link)?.[1],
    ])
    expect(links).toEqual([
      ['doc-noteref', 'fnref:1', 'fn:1'],
      ['doc-noteref', 'fnref:2', 'fn:2'],
      ['doc-noteref', 'fnref:1:2', 'fn:1'],
      ['doc-backlink', undefined, 'fnref:1'],
      ['doc-backlink', undefined, 'fnref:1:2'],
      ['doc-backlink', undefined, 'fnref:2'],
    ])
    expect(
      [...html.matchAll(/<li id="([^"]*)"><span class="block-line">([^<]*)/g)].map(([, ...found]) => found),
    ).toEqual([
      ['fn:1', 'The second note '],
      ['fn:2', 'The first note '],
    ])
    expect(html).toContain('<section class="footnotes" role="doc-endnotes" aria-label="Footnotes">')
    expect(html).not.toContain('block-blank')
  })

  it('are found in all texts with formats, and not in headings, code and links', () => {
    const note = text('[^1]: Note')
    const isFound = (block: BlockInit) => render(block, note).includes('doc-noteref')
    for (const type of ['text', 'quote', 'callout', 'to_do', 'toggle', 'numbered_list']) {
      expect(isFound({ type, title: 'a[^1]' }), type).toBe(true)
    }
    expect(isFound(text([['bold[^1]', [['b']]]]))).toBe(true)
    expect(isFound({ type: 'image', properties: { source: 'https://example.com/a.png', caption: 'a[^1]' } })).toBe(true)
    const row = { type: 'table_row', properties: { x: 'a[^1]' } }
    expect(isFound({ type: 'table', format: { table_block_column_order: ['x'] }, content: [row] })).toBe(true)
    expect(isFound({ type: 'header', title: 'a[^1]' })).toBe(false)
    expect(isFound({ type: 'code', title: 'a[^1]' })).toBe(false)
    expect(isFound(text([['a[^1]', [['c']]]]))).toBe(false)
    expect(isFound(text([['a[^1]', [['a', 'https://example.com']]]]))).toBe(false)
  })

  it('stay text in the names of tabs', () => {
    const note = text('[^1]: Note')
    const tabs = render({ type: 'tab', content: [text('Name[^1]', [text('a[^1]')])] }, note)
    expect(tabs).toContain('Name[^1]')
    expect(tabs.match(/doc-noteref/g)).toHaveLength(1)
    const code = ['npm[^1]', 'pnpm'].map((name) => ({
      type: 'code',
      title: 'a',
      properties: { caption: `x | ${name}` },
    }))
    expect(render(...code, text('b[^1]'), note)).toContain('npm[^1]')
  })

  it.each([
    ['a marker without a note', [text('a[^1]')], ['[^1]']],
    ['a note without a marker', [text('a'), text('[^1]: Note')], ['[^1]']],
    ['a note that is not at the end', [text('a[^1]'), text('[^1]: Note'), text('b')], ['[^1]']],
    ['a second note of one label', [text('a[^1]'), text('[^1]: Note'), text('[^1]: Other')], ['[^1]']],
    ['a marker in a note', [text('a[^1][^2]'), text('[^1]: b[^2]'), text('[^2]: c')], ['[^2]']],
    ['a label that is too long', [text(`a[^${'x'.repeat(33)}]`), text(`[^${'x'.repeat(33)}]: Note`)], []],
    ['a label with spaces', [text('a[^b c]'), text('[^b c]: Note')], []],
  ] as const)('%s stays text', (_, content, loose) => {
    expect(findLoose([...content])).toEqual(loose)
    const html = render(...content)
    for (const marker of loose) expect(html).toContain(marker)
  })

  it('leaves no finding where all markers have notes, and changes no other page', () => {
    expect(findLoose(PAGE)).toEqual([])
    const stored = createStoredPage([text('a[^1]'), text('b')])
    expect(markFootnotes(stored)).toBe(stored)
  })

  it('removes the markers of notes that are not shown, and numbers the others without gaps', () => {
    const container = createNumberedId(0xcc)
    const stored = createStoredPage([
      { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: container } } },
      text('b[^2]'),
      text('[^1]: One'),
      text('[^2]: Two'),
    ])
    const foreign = createStoredPage([
      { id: container, type: 'transclusion_container', content: [{ ...text('a[^1]'), id: createNumberedId(0xcd) }] },
    ])
    const page = markFootnotes({ ...stored, blocks: { ...foreign.blocks, ...stored.blocks } })
    const open = (mayShow: boolean) =>
      renderContent(prepareBody(page, createTestContext(), { ...HOOKS, mayShow: () => mayShow }).blocks)
    expect(open(true).match(/id="fn:\d">.*?(One|Two)/g)).toHaveLength(2)
    expect(open(true).match(/doc-backlink/g)).toHaveLength(2)
    expect(open(false)).toMatch(
      /<li id="fn:1"><span class="block-line">Two.*<li id="fn:2"><span class="block-line">One<\/span>/,
    )
  })

  it('are markers and definitions in Markdown', () => {
    expect(writeMarkdown(convertBlocks(prepare(PAGE), toAbsolute))).toBe(
      'Second[^b], first[^a], and second again[^b].\n\n[^b]: The second note\n\n    More of it\n\n[^a]: The first note\n',
    )
  })

  it('are links in feeds and books, with ids of their page', () => {
    const root = { type: 'root' as const, children: convertBlocks(prepare(PAGE), toAbsolute) }
    for (const html of [
      renderHtml(root, { locale: 'ja', page: 'p' }),
      renderXhtml(root, 'https://example.com', { locale: 'ja', page: 'p' }),
    ]) {
      expect(html).toContain('<sup><a id="p-fnref-b" href="#p-fn-b" role="doc-noteref">1</a></sup>')
      expect(html).toContain('<section role="doc-endnotes"><h2>脚注</h2>')
      expect(html).toMatch(/<li id="p-fn-a">\s*<p>The first note <a href="#p-fnref-a" role="doc-backlink"/)
    }
  })

  it('are not in the text for search and descriptions, but their notes are', () => {
    const names = { page: () => undefined, user: () => undefined, collectionName: () => undefined }
    const [section] = getPageSections(markFootnotes(createStoredPage(PAGE)), {
      ...names,
      isRoot: false,
      mayShow: () => true,
    })
    expect(section?.text.split('\n')).toEqual([
      'Second, first, and second again.',
      'The first note',
      'The second note',
      'More of it',
    ])
  })
})
