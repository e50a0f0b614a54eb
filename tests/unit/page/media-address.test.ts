import { describe, expect, it } from 'vitest'
import { prepareBody } from '@/blocks/body'
import { getMediaAddress, mayBeHtml } from '@/lib/page/media-address'
import { MAX_HTML_BYTES } from '@/lib/workspace/read/sources'
import {
  type BlockInit,
  createNumberedId,
  createStoredPage,
  createTestContext,
  HOOKS,
  prepareTestBody,
} from './stored-page'

const prepareBlock = (init: BlockInit, context = createTestContext()) => prepareTestBody([init], context).blocks[0]
const createMedia = (type: string, source: string, format = {}, properties = {}): BlockInit => ({
  type,
  properties: { source, ...properties },
  format,
})

describe('prepareBody: images', () => {
  const prepareImage = (format = {}, properties = {}) =>
    prepareBlock(createMedia('image', 'attachment:1:a.png', format, properties))

  it('have an address that the browser may load, a size, a caption and alternative text', () => {
    const format = { block_width: 300.4, block_aspect_ratio: 0.75, block_alignment: 'left' }
    expect(prepareImage(format, { caption: 'Shown', alt_text: 'Heard' })).toEqual({
      type: 'image',
      caption: 'Shown',
      src: '/files/hash/a.png',
      alt: 'Heard',
      ratio: 0.75,
      align: 'left',
      width: 300,
    })
    expect(prepareImage({ block_page_width: true, block_width: 300 })).toEqual({
      type: 'image',
      src: '/files/hash/a.png',
    })
    expect(prepareImage({ block_full_width: true })).toEqual({ type: 'image', src: '/files/hash/a.png', full: true })
  })

  it('use https for insecure addresses, because the policy of pages blocks http, and keep links unchanged', () => {
    for (const type of ['image', 'video', 'audio']) {
      expect(prepareBlock(createMedia(type, 'http://example.com/a.mp4'))).toMatchObject({
        src: 'https://example.com/a.mp4',
      })
    }
    const source = 'http://example.com/a.png'
    expect(prepareBlock(createMedia('file', source))).toMatchObject({ src: source })
  })

  it('are removed if they must not be loaded', () => {
    expect(
      prepareBlock(createMedia('image', 'https://example.com/x'), {
        ...createTestContext(),
        fileAddress: () => undefined,
      }),
    ).toEqual({ type: 'unknown' })
    expect(prepareBlock({ type: 'image' })).toEqual({ type: 'unknown' })
  })

  it('have the ratio and the preview of the file while it loads', () => {
    const source = 'https://example.com/a.png'
    const previews = {
      [source]: { originalWidth: 400, originalHeight: 100, dataURIBase64: 'data:image/png;base64,AAAA' },
    }
    const createPage = (dataURIBase64: string) =>
      createStoredPage([createMedia('image', source)], {
        previews: { [source]: { originalWidth: 400, originalHeight: 100, dataURIBase64 } },
      })
    expect(
      prepareBody(createStoredPage([createMedia('image', source)], { previews }), createTestContext(), HOOKS).blocks[0],
    ).toEqual({ type: 'image', src: source, ratio: 0.25, preview: 'data:image/png;base64,AAAA' })
    for (const invalid of ['data:image/png;base64,A);position:fixed', `data:image/png;base64,${'A'.repeat(2000)}`]) {
      expect(prepareBody(createPage(invalid), createTestContext(), HOOKS).blocks[0]).not.toHaveProperty(
        'preview',
        expect.anything(),
      )
    }
  })

  it.each([
    ['attachment:1:photo.heic', 'image/heic', '/files/hash/photo.heic'],
    ['attachment:1:photo', 'image/heif', '/files/hash/photo'],
    ['https://example.com/photo.HEIC?size=1', undefined, 'https://example.com/photo.HEIC?size=1'],
  ])('that are HEIC files are links with their name: %s', (source, type, src) => {
    const name = src.includes('.') ? src.replace(/^.*[/]|[?].*$/g, '') : 'photo'
    const context = { ...createTestContext(), fileType: () => type }
    expect(prepareBlock(createMedia('image', source, {}, { caption: 'At sea' }), context)).toEqual({
      type: 'file',
      caption: 'At sea',
      src,
      name,
    })
  })

  it('that are HEIC files have their alternative text as name, and the link of their caption', () => {
    const context = {
      ...createTestContext({ [createNumberedId(9)]: { path: '/nine', title: 'Nine' } }),
      fileType: () => 'image/heic',
    }
    const prepare = (properties: object) =>
      prepareBlock(createMedia('image', 'attachment:1:photo.heic', {}, properties), context)
    const createFile = (caption: unknown, name = 'photo.heic') => ({
      type: 'file',
      caption,
      src: '/files/hash/photo.heic',
      name,
    })
    expect(prepare({ alt_text: 'Boats ', caption: 'At sea' })).toEqual(createFile('At sea', 'Boats'))
    const caption = (n: number) => `/Title-${createNumberedId(n).replaceAll('-', '')}`
    expect(prepare({ caption: caption(9) })).toEqual(createFile([['Nine', ['a', '/nine']]]))
    expect(prepare({ caption: caption(8) })).toEqual(createFile(undefined))
    const shop = 'https://example.com/shop'
    expect(prepare({ caption: shop })).toEqual(createFile([['example.com', ['a', shop]]]))
  })

  it('that were converted from HEIC files are pictures', () => {
    const context = { ...createTestContext(), fileType: () => 'image/webp' }
    expect(prepareBlock(createMedia('image', 'attachment:1:photo.heic'), context)?.type).toBe('image')
  })

  it('have the aspect ratio of their file if the block stores none', () => {
    const size = { width: 400, height: 100, natural: 400 }
    const getFileSize = (source: string) => (source === 'attachment:1:a.png' ? size : undefined)
    const prepareImageBlock = (format: object) =>
      prepareBlock(createMedia('image', 'attachment:1:a.png', format), {
        ...createTestContext(),
        fileSize: getFileSize,
      })
    const image = { type: 'image', src: '/files/hash/a.png' }
    expect(prepareImageBlock({})).toEqual({ ...image, ratio: 0.25, natural: 400, width: 400 })
    expect(prepareImageBlock({ block_width: 300 })).toEqual({ ...image, ratio: 0.25, natural: 400, width: 300 })
    expect(prepareImageBlock({ block_page_width: true })).toEqual({ ...image, ratio: 0.25, natural: 400 })
    expect(prepareImageBlock({ block_full_width: true })).toEqual({ ...image, ratio: 0.25, natural: 400, full: true })
    expect(prepareImageBlock({ block_aspect_ratio: 0.5 })).toEqual({ ...image, ratio: 0.5, natural: 400, width: 400 })
  })

  it.each([
    ['https://example.com/shop', 'https://example.com/shop', 'example.com'],
    [`/Title-${createNumberedId(9).replaceAll('-', '')}`, '/nine', 'Nine'],
  ])('are links if their caption contains only %s', (caption, href, alt) => {
    const context = createTestContext({ [createNumberedId(9)]: { path: '/nine', title: 'Nine' } })
    expect(prepareBlock(createMedia('image', 'https://example.com/a.png', {}, { caption }), context)).toEqual({
      type: 'image',
      src: 'https://example.com/a.png',
      alt,
      href,
    })
  })

  it.each(['Mr.Smith', 'example.com', 'See https://example.com', '/about', 'https://localhost', 'javascript:alert(1)'])(
    'are not links if their caption is %s',
    (caption) => {
      expect(prepareImage({}, { caption })).toEqual({
        type: 'image',
        caption,
        src: '/files/hash/a.png',
        alt: caption,
      })
    },
  )

  it('use their caption as alternative text if they have none, at any length', () => {
    const caption = 'A caption of more letters than a text may have that stays in its place'
    expect(prepareImage({}, { caption })).toMatchObject({ alt: caption })
    expect(prepareImage({}, { caption, alt_text: 'Words' })).toMatchObject({ alt: 'Words' })
  })

  it('hide a caption with the address of a page that the visitor may not read', () => {
    expect(prepareImage({}, { caption: `/Secret-${createNumberedId(9).replaceAll('-', '')}` })).toEqual({
      type: 'image',
      src: '/files/hash/a.png',
    })
  })
})

describe('prepareBody: files and cards', () => {
  it('prepares files, audio and PDFs', () => {
    expect(prepareBlock(createMedia('file', 'attachment:1:My%20notes.txt', {}, { size: '2 KB' }))).toEqual({
      type: 'file',
      src: '/files/hash/My%20notes.txt',
      name: 'My notes.txt',
      size: '2 KB',
    })
    expect(prepareBlock(createMedia('audio', 'attachment:1:a.mp3'))).toEqual({
      type: 'audio',
      src: '/files/hash/a.mp3',
    })
    expect(prepareBlock(createMedia('pdf', 'attachment:1:a.pdf', { block_height: 500 }))).toEqual({
      type: 'pdf',
      src: '/files/hash/a.pdf',
      name: 'a.pdf',
      height: 500,
    })
    expect(prepareBlock(createMedia('pdf', 'https://example.com/a.pdf'))?.type).toBe('file')
  })

  it('prepares bookmarks', () => {
    const properties = { link: 'https://example.com/a/', title: 'Example', description: 'Words' }
    expect(
      prepareBlock({ type: 'bookmark', properties, format: { bookmark_icon: 'https://example.com/i.png' } }),
    ).toEqual({
      type: 'card',
      href: 'https://example.com/a/',
      title: 'Example',
      description: 'Words',
      icon: 'https://example.com/i.png',
      source: 'example.com/a',
    })
    expect(prepareBlock({ type: 'bookmark', properties: { link: 'javascript:alert(1)' } })).toEqual({ type: 'unknown' })
  })

  it('prepares bookmarks of pages of the site with their titles and paths, and of other pages with their addresses', () => {
    const open = createNumberedId(0xa1)
    const link = `https://www.notion.so/${open.replaceAll('-', '')}`
    const bookmark = { type: 'bookmark', properties: { link } }
    const context = createTestContext({ [open]: { path: '/open', title: 'Open page' } })
    expect(prepareBlock(bookmark, context)).toEqual({ type: 'card', href: '/open', title: 'Open page' })
    const source = link.replace('https://', '')
    expect(prepareBlock(bookmark)).toEqual({ type: 'card', href: link, title: 'notion.so', source })
  })

  it.each([
    ['tweet', 'https://twitter.com/ada', 'Post by ada'],
    ['tweet', 'https://evil.example/ada/status/1', 'Post by ada'],
    ['gist', 'https://gist.github.com/ada', 'Gist by ada'],
    ['gist', 'https://evil.example/ada/6cad326836d38bd3a7ae', 'Gist by ada'],
    ['drive', 'https://drive.google.com/x', 'drive.google.com'],
  ])('shows a %s as a link', (type, source, title) => {
    expect(prepareBlock(createMedia(type, source))).toMatchObject({ href: source, title })
  })

  it('shows the details of a drive file', () => {
    const drive_properties = { url: 'https://docs.google.com/d/1', title: 'Budget', icon: 'https://example.com/i.png' }
    expect(prepareBlock({ type: 'drive', format: { drive_properties } })).toMatchObject({
      href: 'https://docs.google.com/d/1',
      title: 'Budget',
      source: 'docs.google.com',
    })
  })

  it('shows objects of other services with their host', () => {
    const prepareObject = (domain: string) =>
      prepareBlock({
        type: 'external_object_instance',
        format: { domain, original_url: 'https://github.com/a/b', attributes: 7 },
      })
    expect(prepareObject('github.com')).toEqual({
      type: 'card',
      href: 'https://github.com/a/b',
      title: 'https://github.com/a/b',
      source: 'GitHub',
      badge: 'https://img.shields.io/github/stars/a/b?style=flat-square',
    })
    for (const domain of ['example.com', '__proto__']) {
      const card = { href: 'https://github.com/a/b', title: 'https://github.com/a/b', source: 'github.com' }
      expect(prepareObject(domain)).toEqual({ type: 'card', ...card })
    }
  })
})

it('getMediaAddress uses the provider for uploads, but not for other files in the same store', () => {
  const [STORE, block] = ['https://s3.us-west-2.amazonaws.com', createStoredPage([]).id]
  const upload = `${STORE}/secure.notion-static.com/a.png`
  expect(getMediaAddress(upload, block, {})).toContain(`/image/${encodeURIComponent(upload)}?table=block&id=${block}`)
  expect(getMediaAddress(`${STORE}/anyone/a.png`, block, {})).toBe(`${STORE}/anyone/a.png`)
})

describe('mayBeHtml', () => {
  it.each([
    ['an HTML file', {}, true],
    ['a file without an extension', { name: 'chart' }, true],
    ['a file whose type was not detected', { type: 'application/octet-stream' }, true],
    ['a picture with the name of an HTML file', { type: 'image/png' }, false],
    ['a file with another extension', { name: 'chart.txt' }, false],
    ['a file of an unknown size', { bytes: undefined }, false],
    ['a file that is too large', { bytes: MAX_HTML_BYTES + 1 }, false],
  ])('returns for %s, which is %j, %s', (_, more, expected) => {
    expect(mayBeHtml({ hash: '', path: '', name: 'chart.html', type: 'text/html', bytes: 10, ...more })).toBe(expected)
  })
})
