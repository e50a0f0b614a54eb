import { XMLValidator } from 'fast-xml-parser'
import type { Root } from 'mdast'
import { describe, expect, it } from 'vitest'
import { type Book, type Chapter, createEpub } from '@/lib/formats/epub'
import { renderXhtml } from '@/lib/formats/html'
import { readZip } from '../../support/zip'
import { SITE } from './support'

const chapter = (title: string, depth: number, body = '<p>a</p>'): Chapter => {
  return { title, depth, body, language: 'en', direction: 'ltr' }
}
const BOOK: Book = {
  id: '11111111-1111-4111-8111-111111111111',
  title: 'Tides',
  source: `${SITE}/tides`,
  publisher: 'Harbor',
  authors: ['Ann'],
  modified: 1_767_225_600_000,
  contents: 'Contents',
  chapters: [chapter('Tides', 0)],
  pictures: [],
}
const HASH = 'a'.repeat(64)

describe('createEpub', () => {
  const open = async (more: Partial<Book> = {}) => readZip(await createEpub({ ...BOOK, ...more }))
  const read = async (name: string, more?: Partial<Book>) => (await open(more)).get(name)?.content.toString() ?? ''

  it('begins with the media type, without compression, and is the same for the same book', async () => {
    const files = await open()
    expect([...files][0]).toEqual(['mimetype', { content: Buffer.from('application/epub+zip'), isStored: true }])
    expect(await createEpub(BOOK)).toEqual(await createEpub(BOOK))
  })

  it('contains well-formed XML whatever the texts are', async () => {
    const hostile = `<a> & "b" 'c' ]]> \u0001 \uFFFF -- 𝒜`
    const files = await open({
      title: hostile,
      authors: [hostile],
      publisher: hostile,
      contents: hostile,
      chapters: [{ ...chapter(hostile, 0), language: '"><script>' }, chapter('', 1)],
    })
    for (const [name, { content }] of files) {
      if (/\.(xml|opf|xhtml)$/.test(name)) expect(XMLValidator.validate(content.toString()), name).toBe(true)
    }
  })

  it('nests the chapters in the table of contents as their pages are', async () => {
    const depths = [0, 1, 2, 3, 1, 2, 1]
    const contents = await read('book/contents.xhtml', { chapters: depths.map((depth, at) => chapter(`${at}`, depth)) })
    expect(XMLValidator.validate(contents)).toBe(true)
    expect(contents.replaceAll(/\s|<a [^>]*>|<\/a>/g, '')).toContain(
      '<ol><li>0<ol><li>1<ol><li>2<ol><li>3</li></ol></li></ol></li><li>4<ol><li>5</li></ol></li><li>6</li></ol></li></ol>',
    )
  })

  it('lists chapters and pictures, and turns pages from right to left in Arabic', async () => {
    const picture = { name: 'b.png', type: 'image/png', content: Buffer.from('png') }
    const chapters: Chapter[] = [{ ...chapter('أ', 0), language: 'ar', direction: 'rtl' }]
    const written = await read('book/package.opf', { chapters, pictures: [picture] })
    expect(written).toContain('<dc:language>ar</dc:language>')
    expect(written).toContain('page-progression-direction="rtl"')
    expect(written).toContain('href="pictures/b.png" media-type="image/png"')
    expect(written).toContain('<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>')
    const files = await open({ pictures: [picture] })
    expect(files.get('book/pictures/b.png')?.isStored).toBe(true)
  })
})

describe('renderXhtml', () => {
  const render = (...children: Root['children']) =>
    renderXhtml({ type: 'root', children }, SITE, { locale: 'en', page: 'page' })
  const image = (url: string) => ({ type: 'image' as const, url, alt: 'A boat' })
  const inParagraph = (child: ReturnType<typeof image>) => ({ type: 'paragraph' as const, children: [child] })

  it('names pictures of the site by their hash, and links to those of other sites', () => {
    for (const path of [`/files/${HASH}/a.png`, `/members/files/x/${HASH}-a.png`])
      expect(render(inParagraph(image(SITE + path)))).toBe(`<p><img src="picture:${HASH}" alt="A boat" /></p>`)
    const elsewhere = `https://other.example/files/${HASH}/a.png`
    expect(render(inParagraph(image(elsewhere)))).toBe(`<p><a href="${elsewhere}">A boat</a></p>`)
    expect(render(inParagraph(image('data:image/png;base64,AAAA')))).toBe('<p>A boat</p>')
  })

  it('nests no link in a link', () => {
    const children = [image('https://other.example/a.png')]
    expect(render({ type: 'paragraph', children: [{ type: 'link', url: 'https://b.example/', children }] })).toBe(
      '<p><a href="https://b.example/">A boat</a></p>',
    )
  })

  it('removes addresses that are no links, and characters that XML forbids', () => {
    const children = [{ type: 'text' as const, value: 'a\u0001 < & "' }]
    expect(render({ type: 'paragraph', children: [{ type: 'link', url: 'javascript:1', children }] })).toBe(
      '<p><span>a &#x3C; &#x26; "</span></p>',
    )
  })

  it('shows tasks as signs and aligns cells by style', () => {
    const paragraph = { type: 'paragraph' as const, children: [{ type: 'text' as const, value: 'a' }] }
    const items = [true, false].map((checked) => ({ type: 'listItem' as const, checked, children: [paragraph] }))
    const list = render({ type: 'list', children: items })
    expect(list).not.toContain('<input')
    expect(list).toMatch(/☑[^☐]*☐/)
    const cell = { type: 'tableCell' as const, children: [] }
    const table = render({ type: 'table', align: ['right'], children: [{ type: 'tableRow', children: [cell] }] })
    expect(table).toContain('style="text-align: right"')
    expect(table).not.toContain('align="')
  })
})
