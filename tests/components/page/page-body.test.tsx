import { describe, expect, it } from 'vitest'
import type { BlockInit } from '../../unit/page/stored-page'
import { createNumberedId, createTestContext, prepareTestBody } from '../../unit/page/stored-page'
import { renderBodyElement } from './render'

const OPEN = createNumberedId(0xa)
const context = createTestContext({ [OPEN]: { path: '/open', title: 'Open', icon: '📖' } })
const renderBody = (...blockInits: BlockInit[]) => renderBodyElement(prepareTestBody(blockInits, context).blocks)
const createText = (title: string, content?: BlockInit[]): BlockInit => ({ type: 'text', title, content })

describe('the content of a page', () => {
  it('opens every link in the same tab and sends no referrer to other sites', async () => {
    const body = await renderBody({
      type: 'text',
      title: [
        ['‣', [['p', OPEN]]],
        ['out', [['a', 'https://example.com']]],
      ],
    })
    const [inside, outside] = body.querySelectorAll('a')
    expect(inside?.getAttribute('href')).toBe('/open')
    expect(inside?.textContent).toBe('📖Open')
    expect(outside?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(body.querySelector('[target]')).toBeNull()
  })

  it('renders list elements that contain only items', async () => {
    const createItem = (type: string, content?: BlockInit[]): BlockInit => ({ type, title: 'x', content })
    const body = await renderBody(
      createItem('bulleted_list', [
        createItem('numbered_list', [createItem('numbered_list')]),
        createText('inside'),
        createItem('bulleted_list'),
      ]),
      createItem('bulleted_list'),
    )
    for (const list of body.querySelectorAll('ul, ol')) {
      expect([...list.children].map(({ tagName }) => tagName)).toEqual([...list.children].map(() => 'LI'))
    }
    expect(body.querySelectorAll(':scope ul > li')).toHaveLength(3)
    expect(body.querySelector('ol ol')?.getAttribute('style')).toContain('lower-alpha')
  })

  it('renders headings below the level of the title, with readable anchors and those of their blocks', async () => {
    const body = await renderBody(
      ...['header', 'sub_header', 'sub_sub_header', 'header_4'].map((type) => ({ type, title: type })),
      { type: 'header', title: 'Folded', format: { toggleable: true }, content: [createText('in')] },
    )
    const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5')]
    expect(headings.map(({ tagName }) => tagName)).toEqual(['H2', 'H3', 'H4', 'H5', 'H2'])
    for (const heading of headings) {
      expect(heading.id).toMatch(/^[a-z]/)
      expect(body.querySelector(`a.heading-anchor[href="#${heading.id}"]`)?.id).toMatch(/^[0-9a-f]{32}$/)
    }
    expect(body.querySelector('details > summary > h2')?.id).toBe(headings[4]?.id)
    expect(body.querySelector('details .block-text')?.textContent).toBe('in')
  })

  it('renders tables with header cells', async () => {
    const body = await renderBody({
      type: 'table',
      format: { table_block_column_order: ['a', 'b'], table_block_column_header: true, table_block_row_header: true },
      content: [
        { type: 'table_row', properties: { a: '', b: 'Size' } },
        { type: 'table_row', properties: { a: 'Quarto', b: '24 cm' } },
      ],
    })
    expect([...body.querySelectorAll('thead th')].map((cell) => cell.getAttribute('scope'))).toEqual(['col'])
    expect(body.querySelector('tbody th')?.getAttribute('scope')).toBe('row')
    expect(body.querySelector('tbody td')?.textContent).toBe('24 cm')
    expect(body.querySelector('col')?.getAttribute('style')).toContain('120px')
    expect(body.querySelector('[role=group][tabindex="0"][aria-label] > table')).not.toBeNull()
  })

  it('reserves the space of pictures, players and iframes', async () => {
    const body = await renderBody(
      {
        type: 'image',
        properties: { source: 'https://example.com/a.png' },
        format: { block_width: 300, block_aspect_ratio: 0.5 },
      },
      { type: 'embed', properties: { source: 'https://example.com' } },
      { type: 'embed', properties: { source: 'https://example.com' }, format: { block_height: 200 } },
    )
    const image = body.querySelector('img')
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['300', '150'])
    expect(image?.getAttribute('loading')).toBe('lazy')
    const [shaped, sized] = body.querySelectorAll('.frame')
    expect(shaped?.getAttribute('style')).toContain('aspect-ratio')
    expect(sized?.getAttribute('style')).toContain('200px')
  })

  it('renders a Notion icon for each theme [N-304]', async () => {
    const body = await renderBody({ type: 'callout', title: 'a', format: { page_icon: '/icons/book_gray.svg' } })
    const address = 'https://www.notion.so/icons/book_gray.svg'
    expect(body.querySelector('.for-light')?.getAttribute('src')).toBe(`${address}?mode=light`)
    expect(body.querySelector('.for-dark')?.getAttribute('src')).toBe(`${address}?mode=dark`)
  })

  it('nests no links', async () => {
    const link = [['a', 'https://example.com']] as [string, string][]
    const body = await renderBody(
      { type: 'bookmark', properties: { link: 'https://example.com', title: 'T', description: [['d', link]] } },
      { type: 'file', properties: { source: 'https://example.com/a.txt', title: [['name', link]] } },
      { type: 'image', properties: { source: 'https://example.com/a.png', caption: [['https://example.com', link]] } },
      { id: OPEN, type: 'page' },
      { type: 'header', title: [['linked', link]] },
    )
    expect(body.querySelectorAll('a').length).toBeGreaterThan(4)
    expect(body.querySelector('a a, a button')).toBeNull()
  })

  it('sets the language and direction of text in another script [N-292]', async () => {
    const body = await renderBody(
      ...['text', 'quote', 'bulleted_list', 'to_do', 'toggle', 'callout', 'header'].map((type) => ({
        type,
        title: 'مرحبا',
      })),
      { type: 'header', title: 'مرحبا', format: { toggleable: true } },
    )
    const marked = [...body.querySelectorAll('[dir=rtl][lang=ar]')]
    expect(marked.map(({ tagName }) => tagName)).toEqual('DIV BLOCKQUOTE UL DIV DETAILS DIV H2 DIV'.split(' '))
  })

  it('wraps code if the workspace does [N-88]', async () => {
    const body = await renderBody(
      { type: 'code', title: 'a' },
      { type: 'code', title: 'a', format: { code_wrap: true } },
    )
    expect([...body.querySelectorAll('.block-code')].map((code) => code.hasAttribute('data-wrap'))).toEqual([
      false,
      true,
    ])
  })

  it('uses each id once [N-28]', async () => {
    const container = createNumberedId(0xcc)
    const body = await renderBody(
      { id: container, type: 'transclusion_container', content: [{ type: 'header', title: 'Twice' }] },
      { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: container } } },
    )
    const ids = [...body.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  })
})
