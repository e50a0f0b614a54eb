import { existsSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallLimits } from '@/lib/sync/caller'
import { Downloader } from '@/lib/sync/files/download'
import { Pace } from '@/lib/sync/pace'
import { HostedWorkspace } from '@/lib/sync/private-api/hosted-workspace'
import { createTemporaryFolder } from '@/tests/support/folders'
import { createHostedId, listen } from './support'

/** Creates a downloader that trusts one origin, and returns a function that downloads to a temporary file. */
function createDownloader(trusted: string, limits = { windowMs: 60_000, totalMs: 60_000 }) {
  const downloader = new Downloader(trusted, new AbortController().signal, limits)
  onTestFinished(() => downloader.close())
  const file = path.join(createTemporaryFolder(), 'loaded')
  return {
    file,
    load: (address: string, maxBytes = 100, isSigned = true) => downloader.download(address, file, maxBytes, isSigned),
  }
}

describe('Downloader', () => {
  test('writes the file and returns its size and type, unless it exceeds the size limit', async () => {
    const { origin } = await listen((_request, response) =>
      response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('x'.repeat(20)),
    )
    const { file, load } = createDownloader(origin)
    await expect(load(origin, 19)).rejects.toThrow('it is larger than')
    expect(existsSync(file)).toBe(false)
    expect(await load(origin, 20)).toMatchObject({ bytes: 20, type: 'text/plain' })
    expect(readFileSync(file, 'utf8')).toBe('x'.repeat(20))
  })

  test('follows at most five redirects', async () => {
    const { origin, urls } = await listen(({ url = '' }, response) => {
      const remaining = Number(url.slice(1))
      if (remaining > 0) response.writeHead(302, { location: `/${remaining - 1}` }).end()
      else response.end('there')
    })
    const { load } = createDownloader(origin)
    expect(await load(`${origin}/5`)).toMatchObject({ bytes: 5 })
    urls.length = 0
    await expect(load(`${origin}/20`)).rejects.toThrow('it redirects too often')
    expect(urls).toHaveLength(6)
  })

  test('aborts a download that is too slow or takes too long in total', async () => {
    const sendEndlessly =
      (bytes: number): RequestListener =>
      (_request, response) => {
        const timer = setInterval(() => response.write(Buffer.alloc(bytes)), 10)
        response.once('close', () => clearInterval(timer))
      }
    const slow = await listen(sendEndlessly(1))
    const { file, load } = createDownloader(slow.origin, { windowMs: 100, totalMs: 60_000 })
    await expect(load(slow.origin, 1e9)).rejects.toMatchObject({
      message: 'its download is too slow',
      isHostFailure: true,
    })
    expect(existsSync(file)).toBe(false)
    const long = await listen(sendEndlessly(200_000))
    const { load: loadLong } = createDownloader(long.origin, { windowMs: 60_000, totalMs: 500 })
    await expect(loadLong(long.origin, 1e12)).rejects.toThrow('its download takes too long')
  })

  test('requests only signed URLs of the trusted origin', async () => {
    const { origin, urls } = await listen((_request, response) => response.end('secret'))
    const { load } = createDownloader(origin)
    await expect(load(`${origin}/admin`, 100, false)).rejects.toThrow('it is at a private address')
    expect(urls).toEqual([])
    expect(await load(`${origin}/signed`)).toMatchObject({ bytes: 6 })
  })

  test('does not connect to private addresses and sends no password', async () => {
    const { origin, urls } = await listen((_request, response) => response.end('secret'))
    const { load } = createDownloader('https://trusted.example')
    await expect(load(origin)).rejects.toThrow('it is at a private address')
    await expect(load(origin.replace('127.0.0.1', 'localhost'))).rejects.toThrow('it is at a private address')
    await expect(load(origin.replace('//', '//user:word@'))).rejects.toThrow(
      'its address contains a user name or password',
    )
    await expect(load('ftp://files.example/a')).rejects.toThrow('its address does not begin with http or https')
    expect(urls).toEqual([])
  })
})

describe('HostedWorkspace', () => {
  const RESPONSE = JSON.stringify({ recordMap: { block: {} } })
  const createHostedWorkspace = (apiBaseUrl: string, more: Partial<CallLimits> = {}) => {
    const limits = { timeout: 10_000, attempts: 3, baseBackoff: 1, maxBackoff: 5, cooldown: 1, rows: 999, ...more }
    const pace = new Pace(1000, new AbortController().signal, path.join(createTemporaryFolder(), 'pace.json'))
    return new HostedWorkspace({ apiBaseUrl, token: 'token', timeZone: 'UTC', limits }, pace)
  }

  test('does not follow redirects, which would receive the token', async () => {
    const other = await listen((_request, response) => response.end(RESPONSE))
    const { origin } = await listen((_request, response) =>
      response.writeHead(307, { location: `${other.origin}/away` }).end(),
    )
    const workspace = createHostedWorkspace(origin, { timeout: 1000, attempts: 1 })
    await expect(workspace.getBlocks([createHostedId('a')], 'normal')).rejects.toMatchObject({ kind: 'unreachable' })
    expect(other.urls).toEqual([])
  })

  test('repeats a call if the workspace is busy but not if it refuses', async () => {
    const statuses = [429, 200, 403]
    const { origin, urls } = await listen((_request, response) =>
      response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end(RESPONSE),
    )
    const workspace = createHostedWorkspace(origin)
    expect((await workspace.getBlocks([createHostedId('a')], 'normal')).block.size).toBe(0)
    expect(urls).toHaveLength(2)
    await expect(workspace.getBlocks([createHostedId('a')], 'normal')).rejects.toMatchObject({
      kind: 'refused',
      status: 403,
    })
    expect(urls).toHaveLength(3)
  })
})
