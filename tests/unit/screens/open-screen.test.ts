import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { getRenderedPage, holdMarkup, trackRender } from '@/lib/cache/rendered-page'
import { getRuntime } from '@/lib/runtime'
import { carryScreen, findScreen, readAddress } from '@/lib/screens/find-screen'
import { openScreen } from '@/lib/screens/open-screen'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getSite } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { writeFiles } from '../../support/folders'
import { runPageJobsInProcess } from '../../support/pages'
import { createId } from '../../support/records'
import { createFolder } from '../../support/site'
import { createRawMap, createSourceManifest, pageFile } from '../snapshot/support'

const MIA = { signedIn: true, organizations: [] }

let site: Site

beforeAll(async () => {
  const dir = createFolder('screens')
  const settings = {
    WORKSPACE_DIR: path.join(dir, 'workspace'),
    STATE_DIR: path.join(dir, 'state'),
    SITE_SECRET: 'a secret of at least 32 characters',
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const env = readEnv(settings, dir)
  const home = createRawMap({ Home: 'Home' })
  ;(home.block[createId('Home')] as { value: { content: string[] } }).value.content.push(createId('Tides'))
  writeFiles(env.workspaceDir, {
    [`pages/${pageFile('Home')}`]: home,
    [`pages/${pageFile('Tides')}`]: createRawMap({ Tides: 'Tides' }, { Tides: 'Home' }),
    'manifest.json': createSourceManifest('Home', ['Home', 'Tides']),
  })
  await prepareSite(env, 0)
  site = await getSite()
}, 60_000)

afterEach(() => void vi.restoreAllMocks())

afterAll(() => {
  vi.unstubAllEnvs()
  delete getRuntime().pageThread
})

const getNewer = () => new Site(site.index, 'newer')
const read = (pathname: string, viewer = PUBLIC) => {
  const address = readAddress(pathname, viewer)
  if (address === undefined) throw new Error(`${pathname} is malformed`)
  return address
}

describe('readAddress', () => {
  it.each([
    ['/', PUBLIC, 'public', '', ''],
    ['/tides', PUBLIC, 'public', '', 'tides'],
    ['/plain/tides', PUBLIC, 'public', '/plain', 'tides'],
    ['/rows/0123abcd/2/tides', PUBLIC, 'public', '/rows/0123abcd/2', 'tides'],
    ['/plain/unlock/tides', PUBLIC, 'public', '/plain', 'unlock/tides'],
    ['/members/tides', MIA, 'members', '', 'tides'],
    ['/members', MIA, 'members', '', ''],
    ['/unlock/index', PUBLIC, 'unlock', '', ''],
    ['/unlock/tides', PUBLIC, 'unlock', '', 'tides'],
    // Signed-out visitors have no members pages.
    ['/members/tides', PUBLIC, 'public', '', 'members/tides'],
    ['/%6dembers/tides', MIA, 'public', '', 'members/tides'],
  ])('%s', (pathname, viewer, area, prefix, decoded) => {
    expect(read(pathname, viewer)).toMatchObject({ area, prefix, path: decoded })
  })

  it('returns undefined for a malformed path', () => expect(readAddress('/%e0', PUBLIC)).toBeUndefined())
})

describe('findScreen', () => {
  it('resolves a path once for each request, viewer and state of the site', () => {
    const resolve = vi.spyOn(site, 'resolve')
    trackRender(() => {
      for (let times = 0; times < 3; times++) findScreen(site, read('/tides'), PUBLIC)
      expect(resolve).toHaveBeenCalledTimes(1)
      findScreen(site, read('/members/tides', MIA), MIA)
      findScreen(site, read('/'), PUBLIC)
      expect(resolve).toHaveBeenCalledTimes(3)
      expect(findScreen(getNewer(), read('/tides'), PUBLIC).kind).toBe('page')
      findScreen(site, read('/tides'), PUBLIC)
      expect(resolve).toHaveBeenCalledTimes(4)
    })
    trackRender(() => findScreen(site, read('/tides'), PUBLIC))
    expect(resolve).toHaveBeenCalledTimes(5)
  })

  it('returns what the server has found before, but not in a newer state of the site or for another viewer', () => {
    const resolve = vi.spyOn(site, 'resolve')
    const address = read('/tides')
    trackRender(() => {
      carryScreen({ site, address, found: { kind: 'gone' } })
      expect(findScreen(site, address, PUBLIC)).toEqual({ kind: 'gone' })
      expect(resolve).not.toHaveBeenCalled()
      expect(findScreen(site, read('/members/tides', MIA), MIA).kind).toBe('page')
      expect(findScreen(getNewer(), address, PUBLIC).kind).toBe('page')
    })
  })

  it('has only pages with a password below /unlock', () => {
    expect(findScreen(site, read('/unlock/tides'), PUBLIC)).toEqual({ kind: 'redirect', path: 'tides' })
    for (const pathname of ['/unlock/none', '/unlock/archive', '/unlock/tags'])
      expect(findScreen(site, read(pathname), PUBLIC), pathname).toEqual({ kind: 'missing' })
  })

  it('has no lists as copies', () => {
    expect(findScreen(site, read('/plain/tides'), PUBLIC).kind).toBe('page')
    expect(findScreen(site, read('/plain/archive'), PUBLIC).kind).toBe('missing')
  })
})

describe('openScreen', () => {
  it('opens a path once for the middleware, the page and its metadata, and reports its version', async () => {
    runPageJobsInProcess(false)
    await trackRender(async () => {
      const [first, second] = await Promise.all([openScreen('/tides', PUBLIC), openScreen('/tides', PUBLIC)])
      expect(first).toMatchObject({ kind: 'page', page: { path: 'tides' } })
      expect(second).toBe(first)
      const page = site.page(createId('Tides'), PUBLIC)
      expect(getRenderedPage()).toMatchObject({ version: `${page?.id}:${page?.version}` })
      expect(holdMarkup('page', '<p>')).not.toBe('<p>')
    })
  })

  it('reports nothing of what a signed-in viewer gets at a public path', async () => {
    runPageJobsInProcess(false)
    await trackRender(async () => {
      expect(await openScreen('/tides', MIA)).toMatchObject({ kind: 'page' })
      expect(getRenderedPage()).toBeUndefined()
    })
  })

  it.each(['/members/tides', '/unlock/index'])(
    'reports nothing for %s, whose response is not cached',
    async (pathname) => {
      runPageJobsInProcess(false)
      await trackRender(async () => {
        await openScreen(pathname, pathname.startsWith('/members') ? MIA : PUBLIC)
        expect(getRenderedPage()).toBeUndefined()
        expect(holdMarkup('page', '<p>')).toBe('<p>')
      })
    },
  )

  it('returns an error with its status, and reports it', async () => {
    for (const [pathname, status] of [
      ['/none', 404],
      ['/%e0', 400],
      ['/rows/0123abcd/1/tides', 404],
      ['/rows/0123abcd/1/none', 404],
    ] as const) {
      const reported = await trackRender(async () => {
        expect(await openScreen(pathname, PUBLIC), pathname).toEqual({ kind: 'error', status })
        return getRenderedPage()
      })
      expect(reported).toEqual({ status })
    }
  })
})
