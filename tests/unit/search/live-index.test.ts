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
const createMember = (...organizations: string[]): Viewer => ({ signedIn: true, organizations })

function createEnv(workspaceDir: string, more: Record<string, string> = {}): Env {
  return readEnv({ WORKSPACE_DIR: workspaceDir, STATE_DIR: temporaryFolder(), ...more }, '/')
}

/** Opens an index of the current state of a workspace, from the saved index if there is one, and lists the pages that it reads. */
async function openIndex(env: Env) {
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const reads: string[] = []
  const countingStore = {
    page: (id: string, hash: string) => {
      reads.push(id)
      return store.page(id, hash)
    },
    collection: store.collection.bind(store),
    derived: store.derived.bind(store),
    putDerived: store.putDerived.bind(store),
  }
  const loadSite = async () => {
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no site')
    return new Site(index)
  }
  const index = new LiveIndex(countingStore, loadSite, { locale: 'en', timeZone: 'UTC' })
  await index.load()
  await index.update()
  reads.length = 0
  const findIds = async (query: string, viewer = PUBLIC, ancestorId?: string) => {
    const { hits, total } = await index.search({ query, ancestorId, limit: 50 }, viewer)
    expect(total).toBe(hits.length)
    return hits.map(({ id }) => id).sort()
  }
  return { index, findIds, reads, savedFile: path.join(store.dir, 'search.json.gz') }
}

describe('LiveIndex with planted secrets', () => {
  const { dir } = closedWorkspace()
  const files = readdirSync(path.join(dir, 'pages')).map((name) => readFileSync(path.join(dir, 'pages', name), 'utf8'))
  const planted = [...new Set(files.join('\n').match(new RegExp(`${SECRET}\\w*`, 'g')))]

  test('finds no drafts, scheduled and unreachable pages, hidden properties and addresses', async () => {
    expect(planted.length).toBeGreaterThan(40)
    const { index } = await openIndex(createEnv(dir))
    for (const query of [SECRET, ...planted, `first ${SECRET}`.slice(6), `${SECRET}bob@example.com`]) {
      for (const viewer of [PUBLIC, createMember(), createMember(`${SECRET}-staff`)]) {
        expect(await index.search({ query, limit: 50 }, viewer), query).toEqual({ hits: [], total: 0 })
      }
    }
    const queries = ['first', 'second', 'quay', 'posts', 'land', 'harbour', 'open']
    const responses = await Promise.all(queries.map((query) => index.search({ query, limit: 50 }, PUBLIC)))
    expect(responses.filter(({ total }) => total > 0).length).toBeGreaterThan(4)
    expect(JSON.stringify(responses)).not.toContain(SECRET)
  })

  test('finds pages for members only for members', async () => {
    const { index } = await openIndex(createEnv(dir, SIGN_IN))
    for (const query of [SECRET, ...planted]) {
      expect(await index.search({ query, limit: 50 }, PUBLIC), query).toEqual({ hits: [], total: 0 })
    }
    expect(
      (await index.search({ query: `${SECRET}teamtext`, limit: 50 }, createMember())).hits.map(({ id }) => id),
    ).toContain(pageId('team'))
    for (const word of ['drafttext', 'unticked', 'note', 'hiddennote', 'bob']) {
      const { hits } = await index.search({ query: `${SECRET}${word}`, limit: 50 }, createMember())
      expect(
        hits.filter(({ text }) => text.includes(`<mark>${SECRET}${word}</mark>`)),
        word,
      ).toEqual([])
    }
  })
})

describe('LiveIndex for viewers', () => {
  async function writeHarbour() {
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
    return createEnv(dir, SIGN_IN)
  }

  test('returns and counts only the pages that the viewer may read', async () => {
    const { findIds } = await openIndex(await writeHarbour())
    const sortIds = (...keys: string[]) => keys.map(pageId).sort()
    expect(await findIds('lighthouse')).toEqual(sortIds('open'))
    expect(await findIds('lighthouse', createMember())).toEqual(sortIds('open', 'members'))
    expect(await findIds('lighthouse', createMember('crew'))).toEqual(sortIds('open', 'members', 'crew', 'captains'))
    expect(await findIds('lighthouse', createMember('captains'))).toEqual(sortIds('open', 'members', 'captains'))
    expect(await findIds('lighthouse', { signedIn: false, organizations: ['crew'] })).toEqual(sortIds('open'))
  })

  test('finds the title of a mentioned page only if all readers of the text may read that page', async () => {
    const { findIds } = await openIndex(await writeHarbour())
    const viewer = createMember('crew', 'captains')
    expect(await findIds('lounge', viewer)).toEqual([pageId('members')])
    expect(await findIds('forecastle', viewer)).toEqual([pageId('crew')])
    // Readers of the page for the crew may read that for the captains, but not the other way round.
    expect(await findIds('bridge', viewer)).toEqual([pageId('crew'), pageId('captains')].sort())
  })

  test('limits results to pages below an ancestor, and returns none for an unreadable or unknown ancestor', async () => {
    const { findIds } = await openIndex(await writeHarbour())
    expect(await findIds('lighthouse', PUBLIC, pageId('home'))).toEqual([pageId('open')])
    expect(await findIds('lighthouse', PUBLIC, pageId('open'))).toEqual([pageId('open')])
    for (const id of [pageId('members'), pageId('none')]) expect(await findIds('lighthouse', PUBLIC, id)).toEqual([])
    expect(await findIds('lighthouse', createMember(), pageId('members'))).toEqual([pageId('members')])
  })
})

describe('LiveIndex after changes', () => {
  const ROOT: SimplePage = {
    id: '30000000-0000-4000-8000-000000000001',
    title: 'Harbour',
    text: 'Welcome',
    children: ['30000000-0000-4000-8000-000000000002', '30000000-0000-4000-8000-000000000003'],
  }
  const TIDES: SimplePage = { id: ROOT.children?.[0] ?? '', title: 'Tides', parent: ROOT.id, text: 'High at noon' }
  const SHIPS: SimplePage = { id: ROOT.children?.[1] ?? '', title: 'Ships', parent: ROOT.id, text: 'Two masts' }

  function writeHarbour() {
    const dir = temporaryFolder()
    for (const each of [ROOT, TIDES, SHIPS]) writePage(dir, each)
    return { dir, env: createEnv(dir, { NOTION_ROOT_PAGE: ROOT.id }) }
  }

  test('reads only changed pages again', async () => {
    const { dir, env } = writeHarbour()
    const { index, findIds, reads } = await openIndex(env)
    expect(await findIds('noon')).toEqual([TIDES.id])
    writePage(dir, { ...TIDES, text: 'High at midnight' })
    await prepareSite(env, Date.now())
    reads.length = 0
    await index.update()
    expect(reads).toEqual([TIDES.id])
    const { hits } = await index.search({ query: 'tides', limit: 1 }, PUBLIC)
    expect(hits[0]?.text).toBe('High at midnight')
    expect([await findIds('noon'), await findIds('midnight')]).toEqual([[], [TIDES.id]])
  })

  test('does not find a page after the site withdraws it', async () => {
    const { dir, env } = writeHarbour()
    const { index, findIds } = await openIndex(env)
    writePage(dir, { ...ROOT, children: [SHIPS.id] })
    rmSync(path.join(dir, `${TIDES.id}.json`))
    await prepareSite(env, Date.now())
    expect(await findIds('noon')).toEqual([])
    await index.update()
    expect(await findIds('noon')).toEqual([])
  })

  test('loads the saved index, and reads a page only to show it', async () => {
    const { env } = writeHarbour()
    await openIndex(env)
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no site')
    let reads = 0
    const readPage = (id: string, hash: string) => {
      reads++
      return store.page(id, hash)
    }
    const reloaded = new LiveIndex(
      {
        page: readPage,
        collection: store.collection.bind(store),
        derived: store.derived.bind(store),
        putDerived: async () => {},
      },
      async () => new Site(index),
      { locale: 'en', timeZone: 'UTC' },
    )
    await reloaded.load()
    await reloaded.update()
    expect(reads).toBe(0)
    expect((await reloaded.search({ query: 'masts', limit: 5 }, PUBLIC)).total).toBe(1)
    expect(reads).toBe(1)
  })

  test.each([
    ['broken', Buffer.from('no gzip')],
    ['truncated', undefined],
  ])('rebuilds a saved index that is %s', async (_, content) => {
    const { env } = writeHarbour()
    const { savedFile } = await openIndex(env)
    writeFileSync(savedFile, content ?? readFileSync(savedFile).subarray(0, 200))
    expectConsole(/^error: .*search.json.gz is missing or damaged: it is rebuilt/)
    const { findIds } = await openIndex(env)
    expect(await findIds('masts')).toEqual([SHIPS.id])
    expect(readFileSync(savedFile).length).toBeGreaterThan(200)
  })

  test('returns results even if the index cannot be saved', async () => {
    const { env } = writeHarbour()
    await prepareSite(env, Date.now())
    // A folder with the name of the file makes writing fail.
    mkdirSync(path.join(openWorkingCopy(env).dir, 'search.json.gz', 'in the way'), { recursive: true })
    expectConsole(/^error: The search index was not saved.*: Cannot write to /)
    const { findIds } = await openIndex(env)
    expect(await findIds('masts')).toEqual([SHIPS.id])
  })

  test('saves the index only after enough changes', async () => {
    const { dir, env } = writeHarbour()
    const many = Array.from({ length: 150 }, (_, index): SimplePage => {
      const id = `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      return { id, title: `Buoy ${index}`, parent: ROOT.id, text: 'Red' }
    })
    for (const each of many) writePage(dir, each)
    writePage(dir, { ...ROOT, children: many.map(({ id }) => id) })
    const { index, savedFile } = await openIndex(env)
    const isSavedAfterChange = async (each: SimplePage | undefined) => {
      const before = readFileSync(savedFile)
      writePage(dir, { ...(each ?? ROOT), text: 'Green' })
      await prepareSite(env, Date.now())
      await index.update()
      return !readFileSync(savedFile).equals(before)
    }
    expect(await isSavedAfterChange(many[1])).toBe(false)
    expect(await isSavedAfterChange(many[2])).toBe(true)
    expect(await isSavedAfterChange(many[3])).toBe(false)
  })

  test('throws SearchNotReadyError while there is no index', async () => {
    const { env } = writeHarbour()
    await prepareSite(env, Date.now())
    const waitingIndex = new LiveIndex(
      openWorkingCopy(env),
      () => new Promise(() => {}),
      { locale: 'en', timeZone: 'UTC' },
      0,
    )
    waitingIndex.update()
    await expect(waitingIndex.search({ query: 'masts', limit: 5 }, PUBLIC)).rejects.toThrow(SearchNotReadyError)
  })
})

test('LiveIndex orders results for a member independently of pages that the member may not read', async () => {
  const findOrder = async (closedWord: string) => {
    const dir = temporaryFolder()
    const closedPages = Array.from({ length: 12 }, (_, index) =>
      page(`Closed ${index}`, { key: `closed${index}` }, [text([closedWord])]),
    )
    const rows = [['Page', 'Access'], ...closedPages.map((_, index) => [[pageMention(`closed${index}`)], 'crew'])]
    const shownPages = [
      page('One', { key: 'one' }, [text(['tide reef reef'])]),
      page('Two', { key: 'two' }, [text(['tide tide reef'])]),
    ]
    writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [table(rows), ...shownPages, ...closedPages])))
    const { index } = await openIndex(createEnv(dir, SIGN_IN))
    const { hits } = await index.search({ query: 'tide reef', limit: 50 }, createMember())
    return hits.map(({ id }) => id)
  }
  const order = await findOrder('tide')
  expect(order).toHaveLength(2)
  expect(await findOrder('reef')).toEqual(order)
})
