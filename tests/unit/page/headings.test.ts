import { describe, expect, it } from 'vitest'
import { getChildren } from '@/blocks/prepared-block'
import { type BlockInit, createNumberedId, prepareTestBody } from './stored-page'

const toAnchor = (number: number) => createNumberedId(number).replaceAll('-', '')

describe('prepareBody: headings and table of contents', () => {
  const { blocks, contents } = prepareTestBody([
    { type: 'table_of_contents' },
    { type: 'sub_header', title: 'Early' },
    { type: 'header', title: 'Big' },
    { type: 'sub_sub_header', title: 'Small' },
    {
      type: 'sub_header',
      title: 'Folded',
      format: { toggleable: true },
      content: [{ type: 'header_4', title: 'Least' }],
    },
    { type: 'header', title: ' ' },
  ])

  it('adds anchors to headings, and starts their levels below the title', () => {
    expect(blocks.slice(1)).toEqual([
      { type: 'heading', text: 'Early', id: 'early', block: toAnchor(2), level: 2, rank: 3 },
      { type: 'heading', text: 'Big', id: 'big', block: toAnchor(3), level: 2 },
      { type: 'heading', text: 'Small', id: 'small', block: toAnchor(4), level: 3, rank: 4 },
      {
        type: 'heading',
        text: 'Folded',
        children: [{ type: 'heading', text: 'Least', id: 'least', block: toAnchor(6), level: 4, rank: 5 }],
        id: 'folded',
        block: toAnchor(5),
        level: 3,
        toggle: true,
      },
    ])
  })

  it('lists headings with indents, even in a block before the headings', () => {
    expect(contents.map(({ text, level }) => [text, level])).toEqual([
      ['Early', 0],
      ['Big', 0],
      ['Small', 1],
      ['Folded', 1],
      ['Least', 2],
    ])
    expect(blocks[0]).toEqual({ type: 'contents', items: contents })
  })

  it('keeps anchors unique when a synced block is shown twice', () => {
    const container = createNumberedId(0xcc)
    const shown: BlockInit = {
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: container } },
    }
    const { blocks, contents } = prepareTestBody([
      {
        id: container,
        type: 'transclusion_container',
        content: [{ id: createNumberedId(7), type: 'header', title: 'Twice' }],
      },
      shown,
      shown,
    ])
    expect(contents.map(({ id }) => id)).toEqual(['twice', 'twice-1', 'twice-2'])
    const blockAnchors = [toAnchor(7), `${toAnchor(7)}-2`, `${toAnchor(7)}-3`]
    expect(blocks.map((block) => getChildren(block)[0])).toMatchObject(blockAnchors.map((block) => ({ block })))
  })

  it('gives a heading without letters the anchor of its block only', () => {
    expect(prepareTestBody([{ type: 'header', title: '🎉' }]).blocks).toEqual([
      { type: 'heading', text: '🎉', id: toAnchor(1), level: 2 },
    ])
  })
})
