import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { expect, test } from 'vitest'
import { renderContent } from '@/blocks/content'
import { convertBlocks } from '@/blocks/markdown'
import { renderHtml } from '@/lib/formats/html'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { BLOCK_TYPES, getBlockTraits } from '@/lib/workspace/block-traits'
import { shareRuns } from '@/tests/support/complete'
import { type BlockInit, createNumberedId, createTestContext, prepareTestBody } from '../../unit/page/stored-page'

const MARKUP = [
  '<b class="mark">',
  '</b>',
  '</span></a></p></figure></script></style>',
  '<i class="mark" title="',
  '&amp;',
  '&lt;b&gt;',
  '<!--',
  '"><b class="mark">',
]
const hostileText = fc.array(fc.constantFrom(...MARKUP), { minLength: 1, maxLength: 4 }).map((parts) => {
  return `x${parts.join('y')}z`
})

const URL_OF_FILE = 'https://example.com/a.png'
/** Types whose texts become something else: formulas, or what is at an address. */
const NOT_AS_WRITTEN = ['equation']

/** Creates a block of a type with the text in each field that may contain text. */
function createBlock(type: string, text: string): BlockInit {
  const { texts = [], values = [], content } = getBlockTraits(type)
  const child: Record<string, BlockInit[]> = {
    blocks: [{ type: 'text', title: text }],
    columns: [{ type: 'column', content: [{ type: 'text', title: text }] }],
    rows: [{ type: 'table_row', properties: { a: text } }],
  }
  return {
    type,
    properties: {
      ...Object.fromEntries(values.map((name) => [name, name === 'source' || name === 'link' ? URL_OF_FILE : text])),
      ...Object.fromEntries(texts.map((name) => [name, text])),
    },
    format: {
      table_block_column_order: ['a'],
      link_title: text,
      page_icon: text,
      alias_pointer: { id: createNumberedId(0xa) },
      block_color: text,
      original_url: `${URL_OF_FILE}?${text}`,
      domain: text,
      attributes: [
        { id: 'title', values: [text] },
        { id: 'owner', values: [text] },
      ],
      drive_properties: { url: URL_OF_FILE, title: text, icon: text, thumbnail: text },
      bookmark_icon: text,
      bookmark_cover: text,
    },
    content: content && child[content],
  }
}

function parseHtml(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}

const parseMarkdown = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] })

const listRawHtml = (node: Nodes): string[] => [
  ...(node.type === 'html' ? [node.value] : []),
  ...('children' in node ? node.children.flatMap(listRawHtml) : []),
]

test.each([...BLOCK_TYPES, 'hologram'])('markup in the texts of a block of type %s stays text', (type) => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const context = { ...createTestContext(), pageLink: () => ({ path: '/other', title: text }) }
      const hooks = { trail: [{ path: '/', title: text }] }
      const page = parseHtml(renderContent(prepareTestBody([createBlock(type, text)], context, hooks).blocks))
      expect(page.querySelectorAll('.mark')).toHaveLength(0)

      const copied = prepareTestBody([createBlock(type, text)], { ...context, sources: true }, hooks).blocks
      const tree = convertBlocks(copied, (address) => address)
      const feed = parseHtml(renderHtml({ type: 'root', children: tree }, { locale: 'en', page: 'page' }))
      expect(feed.querySelectorAll('.mark')).toHaveLength(0)
      expect(listRawHtml(parseMarkdown(writeMarkdown(tree)))).toEqual([])

      const hasText = getBlockTraits(type).texts?.includes('title') && !NOT_AS_WRITTEN.includes(type)
      if (hasText) for (const shown of [page, feed]) expect(shown.textContent).toContain(text)
    }),
    { numRuns: shareRuns(90) },
  )
})
