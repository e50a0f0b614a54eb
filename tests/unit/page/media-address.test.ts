import { describe, expect, it } from 'vitest'
import { prepareBody } from '@/lib/page/body'
import { getMediaAddress } from '@/lib/page/media-address'
import { bodyOf, contextOf, type Draft, HOOKS, idOf, storedPage } from './stored-page'

const only = (draft: Draft, context = contextOf()) => bodyOf([draft], context).blocks[0]
const media = (type: string, source: string, format = {}, properties = {}): Draft => ({
  type,
  properties: { source, ...properties },
  format,
})

describe('images', () => {
  const image = (format = {}, properties = {}) => only(media('image', 'attachment:1:a.png', format, properties))

  it('have an address that the browser may load, their size, caption and words', () => {
    const format = { block_width: 300.4, block_aspect_ratio: 0.75, block_alignment: 'left' }
    expect(image(format, { caption: 'Shown', alt_text: 'Heard' })).toEqual([
      'image',
      'Shown',
      0,
      { src: '/files/hash/a.png', alt: 'Heard', ratio: 0.75, align: 'left', width: 300 },
    ])
    expect(image({ block_page_width: true, block_width: 300 })).toEqual(['image', 0, 0, { src: '/files/hash/a.png' }])
    expect(image({ block_full_width: true })).toEqual(['image', 0, 0, { src: '/files/hash/a.png', full: 1 }])
  })

  it('use https for insecure addresses, because pages may show no others; links are not changed', () => {
    const source = 'http://example.com/a.png'
    for (const type of ['image', 'video', 'audio']) {
      expect(only(media(type, source))?.[3]).toMatchObject({ src: 'https://example.com/a.png' })
    }
    expect(only(media('file', source))?.[3]).toMatchObject({ src: source })
  })

  it('are not there when they must not be loaded', () => {
    expect(only(media('image', 'https://example.com/x'), { ...contextOf(), fileAddress: () => undefined })).toEqual([
      'unknown',
    ])
    expect(only({ type: 'image' })).toEqual(['unknown'])
  })

  it('use what is known of the file while it loads', () => {
    const source = 'https://example.com/a.png'
    const previews = {
      [source]: { originalWidth: 400, originalHeight: 100, dataURIBase64: 'data:image/png;base64,AAAA' },
    }
    const page = (dataURIBase64: string) =>
      storedPage([media('image', source)], {
        previews: { [source]: { originalWidth: 400, originalHeight: 100, dataURIBase64 } },
      })
    expect(prepareBody(storedPage([media('image', source)], { previews }), contextOf(), HOOKS).blocks[0]).toEqual([
      'image',
      0,
      0,
      { src: source, ratio: 0.25, preview: 'data:image/png;base64,AAAA' },
    ])
    for (const unfit of ['data:image/png;base64,A);position:fixed', `data:image/png;base64,${'A'.repeat(2000)}`]) {
      expect(prepareBody(page(unfit), contextOf(), HOOKS).blocks[0]?.[3]).not.toHaveProperty('preview')
    }
  })

  it('have the aspect ratio of their file if the block stores none', () => {
    const size = { width: 400, height: 100, natural: 400 }
    const fileSize = (source: string) => (source === 'attachment:1:a.png' ? size : undefined)
    const more = (format: object) =>
      only(media('image', 'attachment:1:a.png', format), { ...contextOf(), fileSize })?.[3]
    const src = '/files/hash/a.png'
    expect(more({})).toEqual({ src, ratio: 0.25, natural: 400, width: 400 })
    expect(more({ block_width: 300 })).toEqual({ src, ratio: 0.25, natural: 400, width: 300 })
    expect(more({ block_page_width: true })).toEqual({ src, ratio: 0.25, natural: 400 })
    expect(more({ block_full_width: true })).toEqual({ src, ratio: 0.25, natural: 400, full: 1 })
    expect(more({ block_aspect_ratio: 0.5 })).toEqual({ src, ratio: 0.5, natural: 400, width: 400 })
  })

  it.each([
    ['https://example.com/shop', 'https://example.com/shop', 'example.com'],
    [`/Title-${idOf(9).replaceAll('-', '')}`, '/nine', 'Nine'],
  ])('are links when their caption is nothing but %s', (caption, href, alt) => {
    const context = contextOf({ [idOf(9)]: { path: '/nine', title: 'Nine' } })
    expect(only(media('image', 'https://example.com/a.png', {}, { caption }), context)).toEqual([
      'image',
      0,
      0,
      { src: 'https://example.com/a.png', alt, href },
    ])
  })

  it.each(['Mr.Smith', 'example.com', 'See https://example.com', '/about', 'https://localhost', 'javascript:alert(1)'])(
    'are no links when their caption is %s',
    (caption) => {
      expect(image({}, { caption })).toEqual(['image', caption, 0, { src: '/files/hash/a.png', alt: caption }])
    },
  )

  it('use their caption as alternative text if they have none, at any length', () => {
    const caption = 'A caption of more letters than a text may have that stays in its place'
    expect(image({}, { caption })?.[3]).toMatchObject({ alt: caption })
    expect(image({}, { caption, alt_text: 'Words' })?.[3]).toMatchObject({ alt: 'Words' })
  })

  it('hide a caption that names a page which must not be read', () => {
    expect(image({}, { caption: `/Secret-${idOf(9).replaceAll('-', '')}` })).toEqual([
      'image',
      0,
      0,
      { src: '/files/hash/a.png' },
    ])
  })
})

describe('files and cards', () => {
  it('prepares files, sound and PDFs', () => {
    expect(only(media('file', 'attachment:1:My%20notes.txt', {}, { size: '2 KB' }))).toEqual([
      'file',
      0,
      0,
      { src: '/files/hash/My%20notes.txt', name: 'My notes.txt', size: '2 KB' },
    ])
    expect(only(media('audio', 'attachment:1:a.mp3'))).toEqual(['audio', 0, 0, { src: '/files/hash/a.mp3' }])
    expect(only(media('pdf', 'attachment:1:a.pdf', { block_height: 500 }))).toEqual([
      'pdf',
      0,
      0,
      { src: '/files/hash/a.pdf', name: 'a.pdf', height: 500 },
    ])
    expect(only(media('pdf', 'https://example.com/a.pdf'))?.[0]).toBe('file')
  })

  it('prepares bookmarks', () => {
    const properties = { link: 'https://example.com/a/', title: 'Example', description: 'Words' }
    expect(only({ type: 'bookmark', properties, format: { bookmark_icon: 'https://example.com/i.png' } })).toEqual([
      'card',
      0,
      0,
      {
        href: 'https://example.com/a/',
        title: 'Example',
        description: 'Words',
        icon: 'https://example.com/i.png',
        source: 'example.com/a',
      },
    ])
    expect(only({ type: 'bookmark', properties: { link: 'javascript:alert(1)' } })).toEqual(['unknown'])
  })

  it.each([
    ['tweet', 'https://twitter.com/ada', 'Post by ada'],
    ['tweet', 'https://evil.example/ada/status/1', 'Post by ada'],
    ['gist', 'https://gist.github.com/ada', 'Gist by ada'],
    ['gist', 'https://evil.example/ada/6cad326836d38bd3a7ae', 'Gist by ada'],
    ['drive', 'https://drive.google.com/x', 'drive.google.com'],
  ])('shows a %s as a link', (type, source, title) => {
    expect(only(media(type, source))?.[3]).toMatchObject({ href: source, title })
  })

  it('shows a drive file by its details', () => {
    const drive_properties = { url: 'https://docs.google.com/d/1', title: 'Budget', icon: 'https://example.com/i.png' }
    expect(only({ type: 'drive', format: { drive_properties } })?.[3]).toMatchObject({
      href: 'https://docs.google.com/d/1',
      title: 'Budget',
      source: 'docs.google.com',
    })
  })

  it('shows objects of supported services only', () => {
    const object = (domain: string) =>
      only({
        type: 'external_object_instance',
        format: { domain, original_url: 'https://github.com/a/b', attributes: 7 },
      })
    expect(object('github.com')?.[3]).toEqual({
      href: 'https://github.com/a/b',
      title: 'https://github.com/a/b',
      source: 'GitHub',
      badge: 'https://img.shields.io/github/stars/a/b?style=flat-square',
    })
    expect(object('example.com')).toBeUndefined()
    expect(object('__proto__')).toBeUndefined()
  })
})

it('goes through the provider for uploads, and not for the files of others in the same store', () => {
  const [store, block] = ['https://s3.us-west-2.amazonaws.com', storedPage([]).id]
  const upload = `${store}/secure.notion-static.com/a.png`
  expect(getMediaAddress(upload, block, {})).toContain(`/image/${encodeURIComponent(upload)}?table=block&id=${block}`)
  expect(getMediaAddress(`${store}/anyone/a.png`, block, {})).toBe(`${store}/anyone/a.png`)
})
