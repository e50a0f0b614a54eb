import { rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeHostRules } from '@/cli/lib/export/hosts'
import { startExportNginx, type WebServer } from '../support/nginx'
import { newFolder } from '../support/site'

const dir = newFolder('export')
let nginx: WebServer

beforeAll(async () => {
  const redirects = [{ from: encodeURI('/旧'), to: encodeURI('/新'), isListed: true }]
  const { files } = writeHostRules({ host: 'nginx', redirects, basePath: '' })
  for (const [file, content] of files) writeFileSync(`${dir}/${file}`, content)
  for (const name of ['index', '404', '新']) writeFileSync(`${dir}/${name}.html`, name)
  nginx = await startExportNginx(dir)
})
afterAll(async () => {
  await nginx.stop()
  rmSync(dir, { recursive: true })
})

/** Requests an address exactly as it is written, which `fetch` does not. */
async function get(address: string) {
  const path = Buffer.from(address).toString('latin1')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: 'localhost', port: new URL(nginx.url).port, path }, resolve)
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
})
