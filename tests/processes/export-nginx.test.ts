import { rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeHostRules } from '@/cli/lib/export/hosts'
import { startExportNginx, type WebServer } from '../support/nginx'
import { createFolder } from '../support/site'

const dirs: string[] = []
let nginx: WebServer
let withBasePath: WebServer

beforeAll(async () => {
  ;[nginx, withBasePath] = await Promise.all([startExport(''), startExport('/docs')])
})
afterAll(async () => {
  await Promise.all([nginx.stop(), withBasePath.stop()])
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

function startExport(basePath: string): Promise<WebServer> {
  const dir = createFolder('export')
  dirs.push(dir)
  const redirects = [{ from: basePath + encodeURI('/旧'), to: basePath + encodeURI('/新'), isListed: true }]
  const { files } = writeHostRules({ host: 'nginx', redirects, basePath })
  for (const [file, content] of files) writeFileSync(`${dir}/${file}`, content)
  writeFileSync(`${dir}/colophon-export.json`, '{}')
  for (const name of ['index', '404', '新']) writeFileSync(`${dir}/${name}.html`, name)
  return startExportNginx(dir)
}

/** Requests an address without the normalization of `fetch`. */
async function send(address: string, { url } = nginx) {
  const path = Buffer.from(address).toString('latin1')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: 'localhost', port: new URL(url).port, path }, resolve)
      .on('error', reject)
      .end()
  })
  response.resume()
  return { status: response.statusCode, location: response.headers.location }
}

describe('nginx with the rules of an export', () => {
  it.each([
    ['/%5Cevil.example/', '/%5Cevil.example'],
    ['/%09/evil.example/', '/%09/evil.example'],
    [`${encodeURI('/新')}/`, encodeURI('/新')],
    [`${encodeURI('/新')}/?a=%2F&b`, `${encodeURI('/新')}?a=%2F&b`],
  ])('redirects %s to the address without the trailing slash', async (address, location) => {
    expect(await send(address)).toEqual({ status: 308, location })
  })

  it.each(['//evil.example/', '/\\evil.example/', '/a//evil.example/', '/新/', '/%2F/evil.example//'])(
    'does not redirect %s',
    async (address) => {
      expect(await send(address)).toEqual({ status: 404, location: undefined })
    },
  )

  it('redirects a former path with its query', async () => {
    expect(await send(`${encodeURI('/旧')}?a=1`)).toEqual({ status: 308, location: `${encodeURI('/新')}?a=1` })
    expect(await send(encodeURI('/旧'))).toEqual({ status: 308, location: encodeURI('/新') })
  })

  it('serves the home page and pages', async () => {
    expect(await send('/')).toMatchObject({ status: 200 })
    expect(await send(encodeURI('/新'))).toMatchObject({ status: 200 })
  })
  it('does not serve files for nginx or the next export', async () => {
    for (const file of ['nginx.conf', 'nginx-server.conf', 'colophon-export.json']) {
      expect(await send(`/${file}`), file).toMatchObject({ status: 404 })
      expect(await send(`/docs/${file}`, withBasePath), file).toMatchObject({ status: 404 })
    }
  })

  it('serves a site with a base path only below that path', async () => {
    for (const address of ['/docs/', `/docs${encodeURI('/新')}`])
      expect(await send(address, withBasePath), address).toEqual({ status: 200, location: undefined })
    expect(await send('/docs?a=1', withBasePath)).toEqual({ status: 308, location: '/docs/?a=1' })
    expect(await send(`/docs${encodeURI('/旧')}`, withBasePath)).toEqual({
      status: 308,
      location: `/docs${encodeURI('/新')}`,
    })
    for (const address of ['/', '/index.html', encodeURI('/新'), encodeURI('/旧'), '/docsome', '/docs/none'])
      expect(await send(address, withBasePath), address).toEqual({ status: 404, location: undefined })
  })
})
