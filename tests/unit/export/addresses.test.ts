import { afterEach, describe, expect, it } from 'vitest'
import { listLinks, listRows } from '@/cli/lib/export/files'
import { getFileName } from '@/cli/lib/export/output-folder'
import { createStaticDocument } from '@/cli/lib/export/render'
import { createHeadScript } from '@/components/site/head-script'
import { setBasePath } from '@/lib/base-path'
import { getExportedAddress, getMediaAddress } from '@/lib/page/media-address'

afterEach(() => setBasePath(''))

describe('getFileName', () => {
  it.each([
    ['/', 'index.html'],
    ['/guides', 'guides.html'],
    ['/guides/%E6%8E%92%E7%89%88', 'guides/排版.html'],
    ['/guides.md', 'guides.md'],
    ['/files/abc/a%20b.png.w640.webp', 'files/abc/a b.png.w640.webp'],
  ])('returns for %s: %s', (address, file) => {
    expect(getFileName(address)).toEqual({ file })
  })

  it.each(['/files/abc/..', '/files/abc/..%2F..%2Fetc', '/files/abc/a%5Cb', '/files/abc/a%00', '/a//b'])(
    'rejects %s',
    (address) => {
      expect(getFileName(address)).toEqual({ problem: expect.stringContaining('cannot be the name of a file') })
    },
  )

  it('limits the name to 255 bytes', () => {
    const fits = '排'.repeat(83)
    expect(getFileName(encodeURI(`/${fits}`))).toEqual({ file: `${fits}.html` })
    expect(getFileName(encodeURI(`/${fits}版`))).toEqual({ problem: expect.stringContaining('257 bytes') })
  })
})

describe('getExportedAddress', () => {
  const createEntry = (name: string, type: string) => ({ hash: 'abc', name, type, path: '' })

  it.each([
    ['a.png', 'image/png', 'a.png'],
    ['a.pdf', 'application/pdf', 'a.pdf'],
    ['a.html', 'text/html', 'a.html.bin'],
    ['a.PNG.XHTML', 'application/xhtml+xml', 'a.PNG.XHTML.bin'],
    ['README', 'text/plain', 'README.bin'],
    ['a.js', 'text/javascript', 'a.js.bin'],
    // Static hosts choose the content type by the extension only.
    ['a.svg', 'application/octet-stream', 'a.svg.bin'],
    ['a.svg', 'image/svg+xml', 'a.svg.w1280.webp'],
  ])('changes the name of %s with type %s if a host could run its scripts', (name, type, exported) => {
    expect(getExportedAddress(createEntry(name, type))).toBe(`/files/abc/${exported}`)
  })

  it('does not apply to a live site, where files keep their names', () => {
    expect(getMediaAddress('x', 'id', { x: createEntry('a.html', 'text/html') })).toBe('/files/abc/a.html')
  })
})

describe('createStaticDocument', () => {
  const env = {}
  const html = '<html><head><meta charSet="utf-8"/><title>A</title></head><body></body></html>'

  it('inserts the policy first, without directives that only a header can contain', () => {
    const policy = "default-src 'self'; frame-ancestors 'self'; script-src 'self' 'sha256-a'"
    const document = createStaticDocument(html, policy, env)
    const [, content = ''] =
      /<head><meta charSet="utf-8"\/><meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(document) ?? []
    expect(content).toBe("default-src 'self'; script-src 'self' 'sha256-a'")
  })

  it('allows only known scripts if the server sent no policy, and removes the client of Next.js', () => {
    const known = `<script>${createHeadScript(false)}</script>`
    const client =
      '<script>self.__next_f.push([1,"a"])</script><script src="/_next/static/chunks/a.js" async=""></script>'
    const document = createStaticDocument(
      html.replace('</body>', `${known}${client}<script>alert(1)</script></body>`),
      null,
      env,
    )
    const [, scripts = ''] = /script-src ([^"]*)">/.exec(document) ?? []
    expect(scripts.match(/'sha256-/g)).toHaveLength(1)
    expect(document).toContain(`<body>${known}<script>alert(1)</script></body>`)
  })

  it('removes a mark of Next.js whose place varies between renders', () => {
    const mark = '<meta name="next-size-adjust" content=""/>'
    const [before, after] = ['<title>', '</head>'].map((place) => html.replace(place, `${mark}${place}`))
    expect(createStaticDocument(before ?? '', null, env)).toBe(createStaticDocument(after ?? '', null, env))
    expect(createStaticDocument(html, null, env)).toBe(createStaticDocument(after ?? '', null, env))
  })

  it('throws if the document has no place for the policy', () => {
    expect(() => createStaticDocument('<p>', null, env)).toThrow('it is not a document of the site')
  })
})

describe('listLinks', () => {
  const list = (html: string, siteUrl = 'https://a.example') => [...listLinks(html, siteUrl)]

  it('returns each link to the site itself once, without query and fragment', () => {
    const html = `<a href="/a?b#c">x</a><a class="y" href="/a"><img src="/f/a&amp;b.png" srcSet="/f/1.webp 1w, /f/2.webp 2w">
      <a href="#c"><a href="//b.example/x"><a href="https://b.example/y"><form action="/search">`
    expect(list(html)).toEqual(['/a', '/f/a&b.png', '/f/1.webp', '/f/2.webp', '/search'])
  })

  it('returns absolute links only from the head, because others are content', () => {
    const html = '<link rel="canonical" href="https://a.example/x"><a href="https://a.example/y">example</a>'
    expect(list(html)).toEqual(['/x'])
  })

  it('returns only links below the base path', () => {
    setBasePath('/docs')
    const html =
      '<a href="/docs/a"><a href="/other"><a href="/docs"><a href="/docsome"><link href="https://a.example/docs/b">'
    expect(list(html, 'https://a.example/docs')).toEqual(['/a', '/', '/b'])
  })

  it('listRows finds links to rows in the data of databases', () => {
    const html = String.raw`<a href="/rows/0123abcd/1/x">All</a>{\"data\":\"/api/rows/89abcdef/x.json\",\"pages\":\"/rows/0123abcd/1/x\"} "/rows/none/1"`
    expect([...listRows(html)].sort()).toEqual(['/api/rows/89abcdef/x.json', '/rows/0123abcd/1/x'])
  })
})
