import { describe, expect, it } from 'vitest'
import { getMediaAddress, getMediaSize } from '@/lib/page/media-address'
import { getPictureSources, PICTURE_WIDTHS } from '@/lib/page/picture-sources'

const src = '/files/abc/a.webp'

describe('getPictureSources', () => {
  it.each([
    [200, 384, '384 → 200'],
    [384, 384, '384 → 384'],
    [700, 960, '384 → 384, 640 → 640, 960 → 700'],
    [1400, 1280, '384 → 384, 640 → 640, 960 → 960, 1280 → 1280, 1920 → 1400'],
    [9000, 1280, '384 → 384, 640 → 640, 960 → 960, 1280 → 1280, 1920 → 1920, 2560 → 2560'],
  ])('returns no candidates wider than the picture of %i pixels', (natural, plain, all) => {
    const { src: first, srcSet } = getPictureSources(src, natural)
    expect(first).toBe(`${src}.w${plain}.webp`)
    expect(srcSet?.replaceAll(`${src}.w`, '').replace(/\.webp (\d+)w/g, ' → $1')).toBe(all)
  })

  it('returns one address for a picture of another site', () => {
    expect(getPictureSources('https://example.com/a.png', undefined)).toEqual({ src: 'https://example.com/a.png' })
  })

  it('returns only widths that the site serves', () => {
    const widths = [...(getPictureSources(src, 9000).srcSet ?? '').matchAll(/\.w(\d+)\.webp/g)].map(([, width]) =>
      Number(width),
    )
    expect(PICTURE_WIDTHS).toEqual(expect.arrayContaining(widths))
  })
})

describe('getMediaAddress', () => {
  const createEntry = (type: string) => ({ hash: 'abc', name: 'a b.bin', type, path: '/x', width: 800, height: 400 })
  const files = {
    still: createEntry('image/png'),
    moving: createEntry('image/gif'),
    drawn: createEntry('image/svg+xml'),
    pdf: createEntry('application/pdf'),
  }

  it('returns a smaller copy only for pictures that are neither animated nor vector graphics', () => {
    expect(getMediaAddress('still', 'id', files, 128)).toBe('/files/abc/a%20b.bin.w128.webp')
    expect(getMediaAddress('still', 'id', files)).toBe('/files/abc/a%20b.bin')
    for (const source of ['moving', 'drawn', 'pdf']) {
      expect(getMediaAddress(source, 'id', files, 128)).toBe('/files/abc/a%20b.bin')
      expect(getMediaSize(source, files)).toEqual({ width: 800, height: 400, natural: undefined })
    }
    expect(getMediaSize('still', files)).toEqual({ width: 800, height: 400, natural: 800 })
  })

  it.each([
    '/icons/book_gray.svg',
    'https://www.notion.so/icons/book_gray.svg',
    'https://app.notion.com/icons/book_gray.svg?mode=dark',
  ])('returns the light mode of the provider icon %s, which has a dark counterpart', (source) => {
    expect(getMediaAddress(source, 'id', {}, 128)).toBe('https://www.notion.so/icons/book_gray.svg?mode=light')
  })

  it('returns the original address of a file that is not stored', () => {
    expect(getMediaAddress('https://example.com/a.png', 'id', files, 128)).toBe('https://example.com/a.png')
    expect(getMediaSize('__proto__', files)).toBeUndefined()
  })
})
