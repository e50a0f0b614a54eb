import fc from 'fast-check'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { convertBlocks } from '@/blocks/markdown'
import { getChildren, type PreparedBlock } from '@/blocks/prepared-block'
import { renderMarkdown } from '@/lib/formats/markdown'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import type { PreparedText, TextFormat } from '@/lib/page/prepared-text'
import { getPlainText } from '@/lib/page/prepared-text'
import { shareRuns } from '@/tests/support/complete'
import { getTreeText, hostile, SITE, sitePage, timestamps } from './support'

const toAbsolute = (address: string) => new URL(address, 'https://example.test/page').href
const writeBlocks = (blocks: PreparedBlock[]) => writeMarkdown(convertBlocks(blocks, toAbsolute))
const parseMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] })

const SIGNS = '*_`~#>-+=|[](){}!<>&;:\\/$@."\'^1a Zé中🎉\t'
const piece = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '&lt;',
      '# not',
      '1. not',
      '- [ ] not',
      '---',
      '```',
      '$$',
      '[a](b)',
      '![a](b)',
      'www.example.com',
      'a@b.example',
      'https://example.com',
      '[^1]',
      '[x]: y',
      '| a | b |',
      '    code',
      'a  ',
      '<!-- -->',
      '~~~',
      '***',
      '+ b',
      '==',
      '中**文',
    ),
    fc.string({ maxLength: 8 }),
  )
  .map((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' '))
const marks = fc.subarray<TextFormat>(['b', 'i', 's', '_', ['a', 'https://example.com/a_b(c)'], ['h', 'red'], ['u']])
const text: fc.Arbitrary<PreparedText> = fc.oneof(
  piece,
  fc.array(
    fc.tuple(piece, marks).map(([plain, formats]) => [plain, ...formats] as [string, ...TextFormat[]]),
    { maxLength: 5 },
  ),
)

const line = text.map((written): PreparedText => (getPlainText(written).trim() === '' ? 'x' : written))
const blocks: fc.Arbitrary<PreparedBlock[]> = fc.letrec<{ blocks: PreparedBlock[]; block: PreparedBlock }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    line.map((written): PreparedBlock => ({ type: 'text', text: written })),
    fc.record({
      type: fc.constantFrom('quote' as const, 'toggle' as const, 'to_do' as const),
      text: line,
      children: tie('blocks'),
    }),
    fc
      .tuple(line, tie('blocks'))
      .map(([written, below]): PreparedBlock => ({ type: 'callout', text: written, children: below, icon: '💡' })),
    fc.tuple(fc.array(fc.tuple(line, tie('blocks')), { minLength: 1, maxLength: 3 }), fc.nat(2_000_000)).map(
      ([items, start]): PreparedBlock => ({
        type: 'list',
        children: items.map(([written, below]): PreparedBlock => ({ type: 'item', text: written, children: below })),
        ...(start % 2 ? { ordered: true as const, start: start >> 1 } : {}),
      }),
    ),
    piece.map((source): PreparedBlock => ({ type: 'code', html: '', source, language: 'C++ `x`' })),
    piece
      .filter((source) => source.trim() !== '')
      .map((source): PreparedBlock => ({ type: 'equation', html: '', source })),
    fc.array(fc.array(line, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map(
      (rows): PreparedBlock => ({
        type: 'table',
        rows: rows.map((cells) => ({ cells })),
        columns: [{}, {}],
        headerRow: true,
      }),
    ),
    fc.constant<PreparedBlock>({ type: 'divider' }),
  ),
})).blocks

/** Returns the text of blocks in reading order, without separators between cells and blocks. */
function getBlocksText(list: readonly PreparedBlock[]): string {
  return list
    .map((block) => {
      const cells = block.type === 'table' ? block.rows.flatMap((row) => row.cells.map(getPlainText)) : []
      const source = 'source' in block ? block.source : ''
      const sign = block.type === 'callout' ? '💡' : ''
      const written = 'text' in block ? block.text : ''
      return [sign, source, getPlainText(written), ...cells, getBlocksText(getChildren(block))].join('')
    })
    .join('')
}

const trimSpaces = (written: string) => written.replace(/^[ \t]+|[ \t]+$/g, '')
const removeSpaces = (written: string) => written.replace(/\s+/g, '')
const listTypes = (node: Nodes): string[] =>
  'children' in node ? [node.type, ...node.children.flatMap(listTypes)] : [node.type]

describe('writeMarkdown', () => {
  it('keeps text as text', () => {
    fc.assert(
      fc.property(text, (written) => {
        const markdown = writeBlocks([{ type: 'text', text: written }])
        const root = parseMarkdown(markdown)
        if (getPlainText(written).trim() !== '') expect(getTreeText(root)).toBe(trimSpaces(getPlainText(written)))
        expect(markdown).not.toMatch(/(?<!\\)&#x/)
        expect(root.children.filter(({ type }) => type !== 'paragraph')).toEqual([])
      }),
      { numRuns: shareRuns(300) },
    )
  })

  it('keeps a backslash before a trailing space', () => {
    for (const written of ['x \\ ', 'a \\ b']) {
      expect(getTreeText(parseMarkdown(writeBlocks([{ type: 'text', text: [[written, 's']] }])))).toBe(
        trimSpaces(written),
      )
      expect(getTreeText(parseMarkdown(writeBlocks([{ type: 'text', text: written }])))).toBe(trimSpaces(written))
    }
    expect(getTreeText(parseMarkdown(writeBlocks([{ type: 'text', text: [['\\ ', 's']] }])))).toBe('\\')
  })

  it('keeps `<` before an emphasis that would make an autolink', () => {
    const written: PreparedText = [
      ['<', ['a', 'https://example.com/']],
      ['@0>', 'i', ['a', 'https://example.com/']],
    ]
    expect(getTreeText(parseMarkdown(writeBlocks([{ type: 'text', text: written }])))).toBe('<@0>')
  })

  it('keeps text as text in every type of block, and the types of blocks', () => {
    fc.assert(
      fc.property(blocks, (written) => {
        const tree = convertBlocks(written, toAbsolute)
        const root = parseMarkdown(writeMarkdown(tree))
        expect(removeSpaces(getTreeText(root))).toBe(removeSpaces(getBlocksText(written)))
        const blockKinds = /^(?!text$|strong$|emphasis$|delete$|link$|break$)/
        const expectedTypes = tree.flatMap(listTypes).filter((kind) => blockKinds.test(kind))
        expect(
          listTypes(root)
            .slice(1)
            .filter((kind) => blockKinds.test(kind)),
        ).toEqual(expectedTypes)
      }),
      { numRuns: shareRuns(150) },
    )
  })
})

describe('renderMarkdown', () => {
  const renderCopy = (more: Parameters<typeof sitePage>[1]) =>
    renderMarkdown(sitePage('page', more), { properties: [], body: [] }, { siteUrl: SITE, locale: 'en' })

  it('escapes line separators and invisible characters in the front matter', () => {
    expect(renderCopy({ title: 'a\u2028b\u2029c\u0085d\uFEFF' })).toContain(
      'title: "a\\u2028b\\u2029c\\u0085d\\ufeff"\n',
    )
  })

  it('returns front matter with the same values for any text', () => {
    const facts = fc.record({
      title: hostile,
      description: hostile,
      tags: fc.array(hostile),
      edited: timestamps,
      published: timestamps,
    })
    fc.assert(
      fc.property(facts, (more) => {
        const markdown = renderCopy(more)
        const [, front = '', rest = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(markdown) ?? []
        const values = parse(front)
        expect(values.title).toBe(more.title)
        expect(values.tags ?? []).toEqual(more.tags)
        expect(values.url).toBe(`${SITE}/page`)
        expect(rest.startsWith('# ') || rest === '#\n').toBe(true)
        expect(rest.trimEnd()).not.toContain('\n')
      }),
    )
  })
})
