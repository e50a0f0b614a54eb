import { describe, expect, it } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { type BlockInit, createNumberedId, createTestContext, prepareTestBody } from './stored-page'

const createCode = (title: string, caption: string | RichText): BlockInit => ({
  type: 'code',
  title,
  properties: { language: 'Plain Text', caption },
})
const createWireCode = (html: string, more: object = {}) => ({ html, language: 'Plain Text', ...more })

describe('code blocks with a file name in the caption', () => {
  it.each(['next.config.mjs', 'src/app/[id]/page.tsx', '.env', 'docs/Dockerfile', '@types/a-b.d.ts'])(
    'shows %s above the code',
    (name) => {
      expect(prepareTestBody([createCode('a', name)]).blocks).toEqual([
        { type: 'code', ...createWireCode('a', { file: name }) },
      ])
    },
  )

  it.each(['An example.', 'See a.ts', 'version 1.2', '../', 'a.b|c'])('keeps the caption %s', (caption) => {
    expect(prepareTestBody([createCode('a', caption)]).blocks).toEqual([
      { type: 'code', caption, ...createWireCode('a') },
    ])
  })

  it('uses a name that is formatted as code, but not a link', () => {
    const names: RichText[] = [[['a.ts', [['c']]]], [['a.ts', [['a', 'https://example.com']]]]]
    expect(prepareTestBody(names.map((name) => createCode('a', name))).blocks).toEqual([
      { type: 'code', ...createWireCode('a', { file: 'a.ts' }) },
      { type: 'code', caption: [['a.ts', ['a', 'https://example.com']]], ...createWireCode('a') },
    ])
  })
})

describe('code blocks of one group', () => {
  it('become tabs if they are adjacent', () => {
    const { blocks } = prepareTestBody([
      createCode('npm i', 'Install | npm'),
      createCode('pnpm i', 'Install|pnpm'),
      createCode('a', 'Use | a.ts'),
      { type: 'text', title: 'between' },
      createCode('b', 'Use | b.ts'),
      createCode('c', 'Other | c'),
    ])
    expect(blocks).toEqual([
      {
        type: 'tabs',
        children: [
          { type: 'tab', label: 'npm', children: [{ type: 'code', ...createWireCode('npm i') }] },
          { type: 'tab', label: 'pnpm', children: [{ type: 'code', ...createWireCode('pnpm i') }] },
        ],
        name: 'Install',
      },
      { type: 'code', caption: 'Use | a.ts', ...createWireCode('a') },
      { type: 'text', text: 'between' },
      { type: 'code', caption: 'Use | b.ts', ...createWireCode('b') },
      { type: 'code', caption: 'Other | c', ...createWireCode('c') },
    ])
  })

  it('keep the anchor of a block that is the target of a link', () => {
    const blockInits = [createCode('a', 'Use | a'), createCode('b', 'Use | b')]
    const { blocks } = prepareTestBody(blockInits, createTestContext(), { anchors: [createNumberedId(2)] })
    expect(blocks[0]?.type === 'tabs' && blocks[0].children?.[1]).toEqual({
      type: 'tab',
      label: 'b',
      children: [
        {
          type: 'anchor',
          children: [{ type: 'code', ...createWireCode('b') }],
          id: createNumberedId(2).replaceAll('-', ''),
        },
      ],
    })
  })
})

it('offers line wrapping only for code with a long line', () => {
  const lengths = [60, 61].map((length) => createCode('a\n'.concat('b'.repeat(length)), ''))
  const { blocks } = prepareTestBody(lengths)
  expect(blocks.map((block) => block.type === 'code' && block.long)).toEqual([undefined, true])
})
