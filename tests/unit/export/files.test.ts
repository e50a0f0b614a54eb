import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { writeFiles } from '@/cli/lib/export/files'
import { OutputFolder } from '@/cli/lib/export/output-folder'
import type { PlannedFile } from '@/cli/lib/export/plan'
import type { Rendered } from '@/cli/lib/export/render'
import { readEnv } from '@/lib/settings/env'
import type { SitePage } from '@/lib/site/site-index'
import { createTemporaryFolder } from '../../support/folders'

const ENV = readEnv({ SITE_URL: 'https://a.example', STATIC_EXPORT: '1' }, '/site')
const HTML = '<html><head><meta charset="utf-8"></head><body>'
const PICTURE = { address: '/files/0/a.png.w640.webp', version: 'lasting', kind: 'picture' } as const

const planPage = (subject: string, version: string): PlannedFile => {
  return { address: '/quay', version: `${subject} ${version}`, subject: `${subject} `, kind: 'page' }
}

/** Exports one file with the given response of the server. Returns the failures and the number of requests. */
async function exportFile(
  dir: string,
  planned: PlannedFile,
  respond: () => Response,
  renderCopy: (page: SitePage) => Promise<Rendered> = async () => ({ kind: 'none' }),
) {
  const output = await OutputFolder.open(dir, false)
  let requests = 0
  const get = async () => {
    requests++
    return respond()
  }
  try {
    const startServer = () => ({ get, stop: async () => {} })
    const options = { env: ENV, stopped: new AbortController().signal, renderCopy, startServer }
    const { failures } = await writeFiles([planned], output, options)
    await output.finish()
    return { failures, requests }
  } finally {
    await output.close()
  }
}

const respondWithPage = (text: string) => () => new Response(HTML + text)
const fail = () => new Response('', { status: 500 })
const respondWithPicture = (type: string, caching: string) => () =>
  new Response('picture', { headers: { 'content-type': type, 'cache-control': caching } })
const NOT_READY = 'public, max-age=0'
const createSitePath = () => path.join(createTemporaryFolder(), 'site')

describe('a page that cannot be rendered', () => {
  it('is not written if the server did not complete its document', async () => {
    const dir = createSitePath()
    const planned = { ...planPage('a', '1'), shown: 'page-1:v1' }
    const { failures } = await exportFile(dir, planned, respondWithPage('rendered'))
    expect(failures).toEqual([{ address: '/quay', reason: 'the server did not complete the page' }])
    expect(existsSync(`${dir}/quay.html`)).toBe(false)
  })

  it('keeps its previous copy', async () => {
    const dir = createSitePath()
    await exportFile(dir, planPage('a', '1'), respondWithPage('first'))
    const { failures } = await exportFile(dir, planPage('a', '2'), fail)
    expect(failures).toEqual([{ address: '/quay', reason: 'the server responded with 500' }])
    expect(readFileSync(`${dir}/quay.html`, 'utf8')).toContain('first')
  })

  it('does not use the copy of another page that had its address before', async () => {
    const dir = createSitePath()
    await exportFile(dir, planPage('a', '1'), respondWithPage('withdrawn'))
    await exportFile(dir, planPage('b', '1'), fail)
    expect(existsSync(`${dir}/quay.html`)).toBe(false)
  })
})

describe('a Markdown copy', () => {
  const page = { title: 'Quay' } as SitePage
  const planCopy = (version: string): PlannedFile => {
    return { address: '/quay.md', version: `a ${version}`, subject: 'a ', kind: 'document', copiedPage: page }
  }
  const render = async ({ title }: SitePage): Promise<Rendered> => {
    return { kind: 'file', content: `# ${title}`, isLasting: true }
  }

  it('is rendered without the server', async () => {
    const dir = createSitePath()
    expect(await exportFile(dir, planCopy('1'), fail, render)).toEqual({ failures: [], requests: 0 })
    expect(readFileSync(`${dir}/quay.md`, 'utf8')).toBe('# Quay')
  })

  it('that cannot be rendered keeps its previous copy', async () => {
    const dir = createSitePath()
    await exportFile(dir, planCopy('1'), fail, render)
    const { failures } = await exportFile(dir, planCopy('2'), fail, async () => ({ kind: 'failed', reason: 'why' }))
    expect(failures).toEqual([{ address: '/quay.md', reason: 'why' }])
    expect(readFileSync(`${dir}/quay.md`, 'utf8')).toBe('# Quay')
  })
})

test('after an error, no further file is rendered', async () => {
  const planned = Array.from({ length: 20 }, (_, at): PlannedFile => {
    return { address: `/page-${at}.md`, version: '1', kind: 'document', copiedPage: { title: String(at) } as SitePage }
  })
  const rendered: string[] = []
  let finish = () => {}
  const others = new Promise<void>((resolve) => {
    finish = resolve
  })
  const renderCopy = async ({ title }: SitePage): Promise<Rendered> => {
    rendered.push(title)
    if (title === '0') throw new Error('the thread cannot start')
    await others
    return { kind: 'none' }
  }
  const startServer = () => ({ get: async () => fail(), stop: async () => {} })
  const output = await OutputFolder.open(createSitePath(), false)
  const options = { env: ENV, stopped: new AbortController().signal, renderCopy, startServer }
  await expect(writeFiles(planned, output, options)).rejects.toThrow('the thread cannot start')
  finish()
  await setImmediate()
  expect(rendered).toEqual(['0', '1', '2', '3'])
  await output.close()
})

describe('a picture without a smaller copy', () => {
  it('is requested again by the next export', async () => {
    const dir = createSitePath()
    await exportFile(dir, PICTURE, respondWithPicture('image/png', NOT_READY))
    expect(readFileSync(`${dir}${PICTURE.address}`, 'utf8')).toBe('picture')
    const ready = respondWithPicture('image/webp', 'public, max-age=9, immutable')
    expect(await exportFile(dir, PICTURE, ready)).toMatchObject({ requests: 1 })
    expect(await exportFile(dir, PICTURE, ready)).toMatchObject({ requests: 0 })
  })

  it.each([NOT_READY, 'public, max-age=9, immutable'])('is omitted if it is an SVG file: %s', async (caching) => {
    const dir = createSitePath()
    const { failures } = await exportFile(dir, PICTURE, respondWithPicture('image/svg+xml', caching))
    expect(failures).toHaveLength(1)
    expect(existsSync(`${dir}${PICTURE.address}`)).toBe(false)
  })
})
