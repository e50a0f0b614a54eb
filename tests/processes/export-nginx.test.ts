import { rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeHostRules } from '@/cli/lib/export/hosts'
import { startExportNginx, type WebServer } from '../support/nginx'
import { newFolder } from '../support/site'

const dirs: string[] = []
let nginx: WebServer
let below: WebServer

beforeAll(async () => {
  ;[nginx, below] = await Promise.all([startBelow(''), startBelow('/docs')])
})
afterAll(async () => {
  await Promise.all([nginx.stop(), below.stop()])
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

function startBelow(basePath: string): Promise<WebServer> {
  const dir = newFolder('export')
  dirs.push(dir)
  const redirects = [{ from: basePath + encodeURI('/旧'), to: basePath + encodeURI('/新'), isListed: true }]
  const { files } = writeHostRules({ host: 'nginx', redirects, basePath })
  for (const [file, content] of files) writeFileSync(`${dir}/${file}`, content)
  writeFileSync(`${dir}/colophon-export.json`, '{}')
  for (const name of ['index', '404', '新']) writeFileSync(`${dir}/${name}.html`, name)
  return startExportNginx(dir)
}

/** Requests an address exactly as it is written, which `fetch` does not. */
async function get(address: string, { url } = nginx) {
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
  ])('removes the slash at the end of %s, and keeps all else as it was requested', async (address, location) => {
    expect(await get(address)).toEqual({ status: 308, location })
  })

  it.each(['//evil.example/', '/\\evil.example/', '/a//evil.example/', '/新/', '/%2F/evil.example//'])(
    'redirects %s nowhere',
    async (address) => {
      expect(await get(address)).toEqual({ status: 404, location: undefined })
    },
  )

  it('redirects a former path with its query', async () => {
    expect(await get(`${encodeURI('/旧')}?a=1`)).toEqual({ status: 308, location: `${encodeURI('/新')}?a=1` })
    expect(await get(encodeURI('/旧'))).toEqual({ status: 308, location: encodeURI('/新') })
  })

  it('serves the home page and pages', async () => {
    expect(await get('/')).toMatchObject({ status: 200 })
    expect(await get(encodeURI('/新'))).toMatchObject({ status: 200 })
  })
  it('serves no file that is only for nginx or the next export', async () => {
    for (const file of ['nginx.conf', 'nginx-server.conf', 'colophon-export.json']) {
      expect(await get(`/${file}`), file).toMatchObject({ status: 404 })
      expect(await get(`/docs/${file}`, below), file).toMatchObject({ status: 404 })
    }
  })

  it('serves a site below a path there only', async () => {
    for (const address of ['/docs/', `/docs${encodeURI('/新')}`])
      expect(await get(address, below), address).toEqual({ status: 200, location: undefined })
    expect(await get('/docs?a=1', below)).toEqual({ status: 308, location: '/docs/?a=1' })
    expect(await get(`/docs${encodeURI('/旧')}`, below)).toEqual({ status: 308, location: `/docs${encodeURI('/新')}` })
    for (const address of ['/', '/index.html', encodeURI('/新'), encodeURI('/旧'), '/docsome', '/docs/none'])
      expect(await get(address, below), address).toEqual({ status: 404, location: undefined })
  })
})
