import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { type Env, readEnv } from '@/lib/env'
import { SearchNotReadyError } from '@/lib/search/index-contract'
import { LiveIndex } from '@/lib/search/live-index'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { closedWorkspace, SECRET } from '../../support/closed-workspace'
import { expectConsole } from '../../support/console'
import { temporaryFolder } from '../../support/folders'
import { type SimplePage, writePage } from '../../support/workspaces'

const SIGN_IN = {
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: `pk_test_${btoa('clerk.site.example$')}`,
  CLERK_SECRET_KEY: 'sk_test_none',
  SITE_URL: 'http://localhost:3000',
}
const member = (...organizations: string[]): Viewer => ({ signedIn: true, organizations })

function envFor(workspaceDir: string, more: Record<string, string> = {}): Env {
  return readEnv({ WORKSPACE_DIR: workspaceDir, STATE_DIR: temporaryFolder(), ...more }, '/')
}

/** A fresh index over the present state of a workspace, taken up from what was saved; counts the pages that it reads. */
async function open(env: Env) {
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const reads: string[] = []
  const counting = {
    page: (id: string, hash: string) => {
      reads.push(id)
      return store.page(id, hash)
    },
    collection: store.collection.bind(store),
    derived: store.derived.bind(store),
    putDerived: store.putDerived.bind(store),
  }
  const site = async () => {
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no site')
    return new Site(index)
  }
  const index = new LiveIndex(counting, site, { locale: 'en', timeZone: 'UTC' })
  await index.load()
  await index.update()
  reads.length = 0
  const ids = async (query: string, viewer = PUBLIC, ancestorId?: string) => {
    const { hits, total } = await index.search({ query, ancestorId, limit: 50 }, viewer)
    expect(total).toBe(hits.length)
    return hits.map(({ id }) => id).sort()
  }
  return { index, ids, reads, saved: path.join(store.dir, 'search.json.gz') }
}

describe('planted words', () => {
  const { dir } = closedWorkspace()
  const names = readdirSync(path.join(dir, 'pages')).map((name) => readFileSync(path.join(dir, 'pages', name), 'utf8'))
  const planted = [...new Set(names.join('\n').match(new RegExp(`${SECRET}\\w*`, 'g')))]

  test('of drafts, scheduled and unreachable pages, hidden properties and addresses are not found', async () => {
    expect(planted.length).toBeGreaterThan(40)
    const { index } = await open(envFor(dir))
    for (const query of [SECRET, ...planted, `first ${SECRET}`.slice(6), `${SECRET}bob@example.com`]) {
      for (const viewer of [PUBLIC, member(), member(`${SECRET}-staff`)]) {
        expect(await index.search({ query, limit: 50 }, viewer), query).toEqual({ hits: [], total: 0 })
      }
    }
    const words = ['first', 'second', 'quay', 'posts', 'land', 'harbour', 'open']
    const answers = await Promise.all(words.map((query) => index.search({ query, limit: 50 }, PUBLIC)))
    expect(answers.filter(({ total }) => total > 0).length).toBeGreaterThan(4)
    expect(JSON.stringify(answers)).not.toContain(SECRET)
  })

  test('of members pages are found only by members', async () => {
    const { index } = await open(envFor(dir, SIGN_IN))
    for (const query of [SECRET, ...planted]) {
      expect(await index.search({ query, limit: 50 }, PUBLIC), query).toEqual({ hits: [], total: 0 })
    }
    expect(
      (await index.search({ query: `${SECRET}teamtext`, limit: 50 }, member())).hits.map(({ id }) => id),
    ).toContain(pageId('team'))
    for (const never of ['drafttext', 'unticked', 'note', 'hiddennote', 'bob']) {
      const { hits } = await index.search({ query: `${SECRET}${never}`, limit: 50 }, member())
      expect(
        hits.filter(({ text }) => text.includes(`<mark>${SECRET}${never}</mark>`)),
        never,
      ).toEqual([])
    }
  })
})

describe('for viewers', () => {
  async function harbour() {
    const dir = temporaryFolder()
    const rows = [
      ['Page', 'Access'],
      [pageMention('members'), 'Members'],
      [pageMention('crew'), 'crew'],
      [pageMention('captains'), 'crew, captains'],
    ]
    const open = page('Open', { key: 'open' }, [text(['lighthouse, see ', pageMention('members')])])
    const members = page('Lounge', { key: 'members' }, [text(['lighthouse, see ', pageMention('crew')])])
    const crew = page('Forecastle', { key: 'crew' }, [text(['lighthouse, see ', pageMention('captains')])])
    const captains = page('Bridge', { key: 'captains' }, [text(['lighthouse, see ', pageMention('crew')])])
    writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [table(rows), open, members, crew, captains])))
    return envFor(dir, SIGN_IN)
  }

  test('what is found, and how much, is what each may read', async () => {
    const { ids } = await open(await harbour())
    const sorted = (...keys: string[]) => keys.map(pageId).sort()
    expect(await ids('lighthouse')).toEqual(sorted('open'))
    expect(await ids('lighthouse', member())).toEqual(sorted('open', 'members'))
    expect(await ids('lighthouse', member('crew'))).toEqual(sorted('open', 'members', 'crew', 'captains'))
    expect(await ids('lighthouse', member('captains'))).toEqual(sorted('open', 'members', 'captains'))
    expect(await ids('lighthouse', { signedIn: false, organizations: ['crew'] })).toEqual(sorted('open'))
  })

  test('a title is found in the text of a page only where each of its readers may know it', async () => {
    const { ids } = await open(await harbour())
    const everybody = member('crew', 'captains')
    expect(await ids('lounge', everybody)).toEqual([pageId('members')])
    expect(await ids('forecastle', everybody)).toEqual([pageId('crew')])
    // Whoever reads of the crew may read the captains' page, and not the other way round.
    expect(await ids('bridge', everybody)).toEqual([pageId('crew'), pageId('captains')].sort())
  })

  test('below a page is what lies there; a page that one may not read, or that is none, has nothing below it', async () => {
    const { ids } = await open(await harbour())
    expect(await ids('lighthouse', PUBLIC, pageId('home'))).toEqual([pageId('open')])
    expect(await ids('lighthouse', PUBLIC, pageId('open'))).toEqual([pageId('open')])
    for (const id of [pageId('members'), pageId('none')]) expect(await ids('lighthouse', PUBLIC, id)).toEqual([])
    expect(await ids('lighthouse', member(), pageId('members'))).toEqual([pageId('members')])
  })
})

describe('keeping up', () => {
  const ROOT: SimplePage = {
    id: '30000000-0000-4000-8000-000000000001',
    title: 'Harbour',
    text: 'Welcome',
    children: ['30000000-0000-4000-8000-000000000002', '30000000-0000-4000-8000-000000000003'],
  }
  const TIDES: SimplePage = { id: ROOT.children?.[0] ?? '', title: 'Tides', parent: ROOT.id, text: 'High at noon' }
  const SHIPS: SimplePage = { id: ROOT.children?.[1] ?? '', title: 'Ships', parent: ROOT.id, text: 'Two masts' }

  function harbour() {
    const dir = temporaryFolder()
    for (const each of [ROOT, TIDES, SHIPS]) writePage(dir, each)
    return { dir, env: envFor(dir, { NOTION_ROOT_PAGE: ROOT.id }) }
  }

  test('a page that changed, and no other, is read again', async () => {
    const { dir, env } = harbour()
    const { index, ids, reads } = await open(env)
    expect(await ids('noon')).toEqual([TIDES.id])
    writePage(dir, { ...TIDES, text: 'High at midnight' })
    await prepareSite(env, Date.now())
    reads.length = 0
    await index.update()
    expect(reads).toEqual([TIDES.id])
    const { hits } = await index.search({ query: 'tides', limit: 1 }, PUBLIC)
    expect(hits[0]?.text).toBe('High at midnight')
    expect([await ids('noon'), await ids('midnight')]).toEqual([[], [TIDES.id]])
  })

  test('a withdrawn page is not found as soon as the site has withdrawn it', async () => {
    const { dir, env } = harbour()
    const { index, ids } = await open(env)
    writePage(dir, { ...ROOT, children: [SHIPS.id] })
    rmSync(path.join(dir, `${TIDES.id}.json`))
    await prepareSite(env, Date.now())
    expect(await ids('noon')).toEqual([])
    await index.update()
    expect(await ids('noon')).toEqual([])
  })

  test('what was saved is taken up: no page is read before it is shown', async () => {
    const { env } = harbour()
    await open(env)
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no site')
    let reads = 0
    const page = (id: string, hash: string) => {
      reads++
      return store.page(id, hash)
    }
    const again = new LiveIndex(
      {
        page,
        collection: store.collection.bind(store),
        derived: store.derived.bind(store),
        putDerived: async () => {},
      },
      async () => new Site(index),
      { locale: 'en', timeZone: 'UTC' },
    )
    await again.load()
    await again.update()
    expect(reads).toBe(0)
    expect((await again.search({ query: 'masts', limit: 5 }, PUBLIC)).total).toBe(1)
    expect(reads).toBe(1)
  })

  test.each([
    ['broken', Buffer.from('no gzip')],
    ['half', undefined],
  ])('a saved index that is %s is made again', async (_, content) => {
    const { env } = harbour()
    const { saved } = await open(env)
    writeFileSync(saved, content ?? readFileSync(saved).subarray(0, 200))
    expectConsole(/^error: .*search.json.gz is missing or damaged: it is rebuilt/)
    const { ids } = await open(env)
    expect(await ids('masts')).toEqual([SHIPS.id])
    expect(readFileSync(saved).length).toBeGreaterThan(200)
  })

  test('an index that cannot be saved still returns results', async () => {
    const { env } = harbour()
    await prepareSite(env, Date.now())
    // What stands in its place cannot be written over.
    mkdirSync(path.join(openWorkingCopy(env).dir, 'search.json.gz', 'in the way'), { recursive: true })
    expectConsole(/^error: The search index was not saved.*: Cannot write to /)
    const { ids } = await open(env)
    expect(await ids('masts')).toEqual([SHIPS.id])
  })

  test('changes that are too few to be worth saving are saved once there are enough of them', async () => {
    const { dir, env } = harbour()
    const many = Array.from({ length: 150 }, (_, at): SimplePage => {
      const id = `c0000000-0000-4000-8000-${String(at).padStart(12, '0')}`
      return { id, title: `Buoy ${at}`, parent: ROOT.id, text: 'Red' }
    })
    for (const each of many) writePage(dir, each)
    writePage(dir, { ...ROOT, children: many.map(({ id }) => id) })
    const { index, saved } = await open(env)
    const wasSaved = async (each: SimplePage | undefined) => {
      const before = readFileSync(saved)
      writePage(dir, { ...(each ?? ROOT), text: 'Green' })
      await prepareSite(env, Date.now())
      await index.update()
      return !readFileSync(saved).equals(before)
    }
    expect(await wasSaved(many[1])).toBe(false)
    expect(await wasSaved(many[2])).toBe(true)
    expect(await wasSaved(many[3])).toBe(false)
  })

  test('a search throws SearchNotReadyError while there is no index', async () => {
    const { env } = harbour()
    await prepareSite(env, Date.now())
    const never = new LiveIndex(openWorkingCopy(env), () => new Promise(() => {}), { locale: 'en', timeZone: 'UTC' }, 0)
    never.update()
    await expect(never.search({ query: 'masts', limit: 5 }, PUBLIC)).rejects.toThrow(SearchNotReadyError)
  })
})

test('the order of results for a member depends on no page that the member may not read', async () => {
  const orderBeside = async (closedWord: string) => {
    const dir = temporaryFolder()
    const closed = Array.from({ length: 12 }, (_, at) =>
      page(`Closed ${at}`, { key: `closed${at}` }, [text([closedWord])]),
    )
    const rows = [['Page', 'Access'], ...closed.map((_, at) => [[pageMention(`closed${at}`)], 'crew'])]
    const shown = [
      page('One', { key: 'one' }, [text(['tide reef reef'])]),
      page('Two', { key: 'two' }, [text(['tide tide reef'])]),
    ]
    writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [table(rows), ...shown, ...closed])))
    const { index } = await open(envFor(dir, SIGN_IN))
    const { hits } = await index.search({ query: 'tide reef', limit: 50 }, member())
    return hits.map(({ id }) => id)
  }
  const beside = await orderBeside('tide')
  expect(beside).toHaveLength(2)
  expect(await orderBeside('reef')).toEqual(beside)
})
