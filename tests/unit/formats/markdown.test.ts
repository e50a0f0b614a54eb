import fc from 'fast-check'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { convertBlocks } from '@/lib/formats/document'
import { renderMarkdown, writeMarkdown } from '@/lib/formats/markdown'
import type { WireBlock } from '@/lib/page/wire/blocks'
import type { WireFormat, WireText } from '@/lib/page/wire/text'
import { getPlainText } from '@/lib/page/wire/text'
import { hostile, moments, SITE, sitePage, wordsOf } from './support'

const absolute = (address: string) => new URL(address, 'https://example.test/page').href
const write = (blocks: WireBlock[]) => writeMarkdown(convertBlocks(blocks, absolute))
const read = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] })

const SIGNS = '*_`~#>-+=|[](){}!<>&;:\\/$@."\'^1a Zé中🎉\t'
const words = fc
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
const marks = fc.subarray<WireFormat>(['b', 'i', 's', '_', ['a', 'https://example.com/a_b(c)'], ['h', 'red'], ['u']])
const text: fc.Arbitrary<WireText> = fc.oneof(
  words,
  fc.array(
    fc.tuple(words, marks).map(([piece, formats]) => [piece, ...formats] as [string, ...WireFormat[]]),
    { maxLength: 5 },
  ),
)

const line = text.map((written): WireText => (getPlainText(written).trim() === '' ? 'x' : written))
const blocks: fc.Arbitrary<WireBlock[]> = fc.letrec<{ blocks: WireBlock[]; block: WireBlock }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    line.map((words): WireBlock => ['text', words]),
    fc.tuple(fc.constantFrom('quote' as const, 'toggle' as const, 'to_do' as const), line, tie('blocks')),
    fc.tuple(line, tie('blocks')).map(([words, below]): WireBlock => ['callout', words, below, { icon: '💡' }]),
    fc
      .tuple(fc.array(fc.tuple(line, tie('blocks')), { minLength: 1, maxLength: 3 }), fc.nat(2_000_000))
      .map(
        ([items, start]): WireBlock => [
          'list',
          0,
          items.map(([words, below]): WireBlock => ['item', words, below]),
          start % 2 ? { ordered: 1, start: start >> 1 } : {},
        ],
      ),
    words.map((source): WireBlock => ['code', '', 0, { html: '', source, language: 'C++ `x`' }]),
    words.filter((source) => source.trim() !== '').map((source): WireBlock => ['equation', 0, 0, { html: '', source }]),
    fc
      .array(fc.array(line, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
      .map(
        (rows): WireBlock => ['table', '', 0, { rows: rows.map((cells) => [cells]), columns: [{}, {}], headerRow: 1 }],
      ),
    fc.constant<WireBlock>(['divider']),
  ),
})).blocks

/** All words of blocks, in reading order; what a cell or a fence cannot hold apart is not told apart. */
function said(list: readonly WireBlock[]): string {
  return list
    .map(([type, written, children, more]) => {
      const cells = more && 'rows' in more ? more.rows.flatMap(([row]) => row.map(getPlainText)) : []
      const source = more && 'source' in more ? more.source : ''
      const sign = type === 'callout' ? '💡' : ''
      return [sign, source, getPlainText(written), ...cells, said(children || [])].join('')
    })
    .join('')
}

const squeezed = (written: string) => written.replace(/\s+/g, '')
const kinds = (node: Nodes): string[] =>
  'children' in node ? [node.type, ...node.children.flatMap(kinds)] : [node.type]

describe('text in Markdown', () => {
  it('stays text', () => {
    fc.assert(
      fc.property(text, (written) => {
        const root = read(write([['text', written]]))
        if (getPlainText(written).trim() !== '') expect(wordsOf(root)).toBe(getPlainText(written))
        expect(root.children.filter(({ type }) => type !== 'paragraph')).toEqual([])
      }),
      { numRuns: 300 },
    )
  }, 30_000)

  it('keeps a backslash before a space at its end', () => {
    for (const written of ['x \\ ', 'a \\ b']) {
      expect(wordsOf(read(write([['text', [[written, 's']]]])))).toBe(written)
      expect(wordsOf(read(write([['text', written]])))).toBe(written)
    }
    expect(wordsOf(read(write([['text', [['\\ ', 's']]]])))).toBe('\\ ')
  })

  it('keeps `<` before an emphasis that would make an autolink', () => {
    const written: WireText = [
      ['<', ['a', 'https://example.com/']],
      ['@0>', 'i', ['a', 'https://example.com/']],
    ]
    expect(wordsOf(read(write([['text', written]])))).toBe('<@0>')
  })

  it('stays text in every type of block, and blocks keep their types', () => {
    fc.assert(
      fc.property(blocks, (written) => {
        const tree = convertBlocks(written, absolute)
        const root = read(writeMarkdown(tree))
        expect(squeezed(wordsOf(root))).toBe(squeezed(said(written)))
        const blockKinds = /^(?!text$|strong$|emphasis$|delete$|link$|break$)/
        const made = tree.flatMap(kinds).filter((kind) => blockKinds.test(kind))
        expect(
          kinds(root)
            .slice(1)
            .filter((kind) => blockKinds.test(kind)),
        ).toEqual(made)
      }),
      { numRuns: 150 },
    )
  }, 30_000)
})

describe('a Markdown copy', () => {
  const withFacts = (more: Parameters<typeof sitePage>[1]) =>
    renderMarkdown(sitePage('page', more), { properties: [], body: [] }, { siteUrl: SITE, locale: 'en' })

  it('escapes line separators and invisible characters in the front matter', () => {
    expect(withFacts({ title: 'a\u2028b\u2029c\u0085d\uFEFF' })).toContain(
      'title: "a\\u2028b\\u2029c\\u0085d\\ufeff"\n',
    )
  })

  it('has front matter with the same values for any text', () => {
    const facts = fc.record({
      title: hostile,
      description: hostile,
      tags: fc.array(hostile),
      edited: moments,
      published: moments,
    })
    fc.assert(
      fc.property(facts, (more) => {
        const markdown = withFacts(more)
        const [, front = '', rest = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(markdown) ?? []
        const read = parse(front)
        expect(read.title).toBe(more.title)
        expect(read.tags ?? []).toEqual(more.tags)
        expect(read.url).toBe(`${SITE}/page`)
        expect(rest.startsWith('# ') || rest === '#\n').toBe(true)
        expect(rest.trimEnd()).not.toContain('\n')
      }),
    )
  })
})
