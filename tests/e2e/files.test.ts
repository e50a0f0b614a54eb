import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { expect, test } from './test'

const PAGE = '40000000-0000-4000-8000-000000000001'
/** The files of the test page, with the media type that the manifest declares. */
const FILES: [name: string, type: string, content: string][] = [
  ['sound.mp3', 'audio/mpeg', 'sound of the tide'],
  ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  ['feed.xml', 'application/xml', '<x/>'],
  ['notes.txt', 'text/plain', 'notes'],
  ['report.pdf', 'application/pdf', '%PDF-1.4'],
  ['damaged.png', 'image/png', 'no picture'],
  // More than the buffers between the server and the client hold.
  ['long.mp3', 'audio/mpeg', '~'.repeat(20_000_000)],
]

/** Returns the address with which a block refers to an uploaded file. */
const getAttachmentAddress = (name: string) => `attachment:40000000-0000-4000-8000-0000000000ff:${name}`

let site: RunningSite
const addresses = new Map<string, string>()

// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  const workspaceDir = createFolder('files')
  mkdirSync(`${workspaceDir}/files`)
  mkdirSync(`${workspaceDir}/pages`)
  const blocks = FILES.map(([name], place) => ({
    id: PAGE.replace(/.$/, `${place + 2}`),
    type: 'file',
    parent_id: PAGE,
    parent_table: 'block',
    properties: { title: [[name]], source: [[getAttachmentAddress(name)]] },
  }))
  const page = {
    id: PAGE,
    type: 'page',
    parent_id: 'space',
    parent_table: 'space',
    properties: { title: [['Files']] },
    content: blocks.map(({ id }) => id),
  }
  const block = Object.fromEntries(
    [page, ...blocks].map((each) => [each.id, { role: 'reader', value: { alive: true, ...each } }]),
  )
  writeFileSync(`${workspaceDir}/pages/${PAGE}.json`, JSON.stringify({ block }))
  for (const [name, , content] of FILES) writeFileSync(`${workspaceDir}/files/${name}`, content)
  const files = Object.fromEntries(
    FILES.map(([name, type]) => [getAttachmentAddress(name), { file: `files/${name}`, type }]),
  )
  const pages = { [PAGE]: { file: `pages/${PAGE}.json` } }
  writeFileSync(`${workspaceDir}/manifest.json`, JSON.stringify({ format: 1, root: PAGE, pages, files }))
  site = await startSite({ workspaceDir })
  const html = await (await fetch(site.url)).text()
  for (const [name] of FILES) {
    const [address = ''] = new RegExp(`/files/[0-9a-f]{64}/${name.replace('.', '\\.')}`).exec(html) ?? []
    addresses.set(name, site.url + address)
  }
})
test.afterAll(() => site.kill())

const request = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(addresses.get(name) ?? '', { headers, method })

test('serves media and PDF files inline, and all other files as downloads', async () => {
  for (const [name, type, content] of FILES) {
    const response = await request(name)
    expect(response.status, name).toBe(200)
    expect(await response.text(), name).toBe(content)
    const { headers } = response
    expect(headers.get('x-content-type-options'), name).toBe('nosniff')
    const isShown = /^(audio|application\/pdf|image\/png)/.test(type)
    expect(headers.get('content-disposition'), name).toBe(isShown ? null : 'attachment')
    // An SVG file keeps its type, so that pages can show it. Its scripts do not run in an `img` element.
    const servedType = isShown || type === 'image/svg+xml' ? type : 'application/octet-stream'
    expect(headers.get('content-type'), name).toBe(servedType)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, name).toContain("default-src 'none'")
    if (type !== 'application/pdf') expect(policy, name).toMatch(/; sandbox$/)
  }
})

test('supports conditional and range requests', async () => {
  const first = await request('sound.mp3')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await request('sound.mp3', { 'if-none-match': known })
    expect([again.status, again.headers.get('etag'), await again.text()], known).toEqual([304, etag, ''])
    expect(again.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=60, immutable')
  }
  expect((await request('sound.mp3', { 'if-none-match': '"other"' })).status).toBe(200)

  const part = await request('sound.mp3', { range: 'bytes=6-7' })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'of', 'bytes 6-7/17'])
  expect((await request('sound.mp3', { range: 'bytes=6-7', 'if-range': etag })).status).toBe(206)
  expect((await request('sound.mp3', { range: 'bytes=6-7', 'if-range': '"other"' })).status).toBe(200)
  expect((await request('sound.mp3', { range: 'bytes=99-' })).status).toBe(416)

  const head = await request('sound.mp3', {}, 'HEAD')
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
})

test('an original that is served in place of a smaller copy is not cached as that copy', async () => {
  const asPicture = { accept: 'image/webp,*/*' }
  const fallback = await fetch(`${addresses.get('damaged.png')}?w=384`, { headers: asPicture })
  expect([fallback.status, await fallback.text()]).toEqual([200, 'no picture'])
  expect(fallback.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
  const original = await request('damaged.png', asPicture)
  expect(original.headers.get('cache-control')).toContain('immutable')
})

test('a malformed request during a response ends the connection without a second response', async () => {
  const { port, pathname } = new URL(addresses.get('long.mp3') ?? '')
  const response = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), 'localhost', () => socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk) => {
      if (text === '') socket.write('nonsense\r\n\r\n')
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response.lastIndexOf('HTTP/1.1')).toBe(0)
})
