import { describe, expect, it } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { bodyOf, contextOf, type Draft, idOf } from './stored-page'

const code = (title: string, caption: string | RichText): Draft => ({
  type: 'code',
  title,
  properties: { language: 'Plain Text', caption },
})
const wire = (html: string, more: object = {}) => ({ html, language: 'Plain Text', ...more })

describe('a file name in the caption', () => {
  it.each(['next.config.mjs', 'src/app/[id]/page.tsx', '.env', 'docs/Dockerfile', '@types/a-b.d.ts'])(
    'shows %s above the code',
    (name) => {
      expect(bodyOf([code('a', name)]).blocks).toEqual([['code', 0, 0, wire('a', { file: name })]])
    },
  )

  it.each(['An example.', 'See a.ts', 'version 1.2', '../', 'a.b|c'])('keeps the caption %s', (caption) => {
    expect(bodyOf([code('a', caption)]).blocks).toEqual([['code', caption, 0, wire('a')]])
  })

  it('takes a name that is formatted as code, but not a link', () => {
    const names: RichText[] = [[['a.ts', [['c']]]], [['a.ts', [['a', 'https://example.com']]]]]
    expect(bodyOf(names.map((name) => code('a', name))).blocks.map((block) => block[3])).toEqual([
      wire('a', { file: 'a.ts' }),
      wire('a'),
    ])
  })
})

describe('code blocks of one group', () => {
  it('are tabs if they are adjacent', () => {
    const { blocks } = bodyOf([
      code('npm i', 'Install | npm'),
      code('pnpm i', 'Install|pnpm'),
      code('a', 'Use | a.ts'),
      { type: 'text', title: 'between' },
      code('b', 'Use | b.ts'),
      code('c', 'Other | c'),
    ])
    expect(blocks).toEqual([
      [
        'tabs',
        0,
        [
          ['tab', 'npm', [['code', 0, 0, wire('npm i')]]],
          ['tab', 'pnpm', [['code', 0, 0, wire('pnpm i')]]],
        ],
      ],
      ['code', 'Use | a.ts', 0, wire('a')],
      ['text', 'between'],
      ['code', 'Use | b.ts', 0, wire('b')],
      ['code', 'Other | c', 0, wire('c')],
    ])
  })

  it('keep the anchor of a block that is the target of a link', () => {
    const drafts = [code('a', 'Use | a'), code('b', 'Use | b')]
    const { blocks } = bodyOf(drafts, contextOf(), { anchors: [idOf(2)] })
    expect((blocks[0]?.[2] || [])[1]).toEqual([
      'tab',
      'b',
      [['anchor', 0, [['code', 0, 0, wire('b')]], { id: idOf(2).replaceAll('-', '') }]],
    ])
  })
})

it('offers to wrap lines only where one is long', () => {
  const lengths = [60, 61].map((length) => code('a\n'.concat('b'.repeat(length)), ''))
  const { blocks } = bodyOf(lengths)
  expect(blocks.map((block) => block[3] && 'long' in block[3])).toEqual([false, true])
})
