import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { PUBLIC } from '@/lib/site/access'
import type { Viewer } from '@/lib/site/site-index'
import { SECRET, writeClosedWorkspace } from '../../support/closed-workspace'
import { createTemporaryFolder } from '../../support/folders'
import { SIGN_IN_VARIABLES } from '../../support/sign-in/variables'
import { createEnv, openIndex } from './support'

const createMember = (...organizations: string[]): Viewer => ({ signedIn: true, organizations })

describe('LiveIndex with planted secrets', () => {
  const { dir } = writeClosedWorkspace()
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
    const { index } = await openIndex(createEnv(dir, SIGN_IN_VARIABLES))
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
    const dir = createTemporaryFolder()
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
    return createEnv(dir, SIGN_IN_VARIABLES)
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

test.each([
  ['a member', createMember()],
  ['a visitor', PUBLIC],
])('LiveIndex orders results for %s independently of pages that the viewer may not read', async (_, viewer) => {
  const findOrder = async (closedWord: string) => {
    const dir = createTemporaryFolder()
    const closedPages = Array.from({ length: 12 }, (_, index) =>
      page(`Closed ${index}`, { key: `closed${index}` }, [text([closedWord])]),
    )
    const rows = [['Page', 'Access'], ...closedPages.map((_, index) => [[pageMention(`closed${index}`)], 'crew'])]
    const shownPages = [
      page('One', { key: 'one' }, [text(['tide reef reef'])]),
      page('Two', { key: 'two' }, [text(['tide tide reef'])]),
    ]
    writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [table(rows), ...shownPages, ...closedPages])))
    const { index } = await openIndex(createEnv(dir, SIGN_IN_VARIABLES))
    const { hits } = await index.search({ query: 'tide reef', limit: 50 }, viewer)
    return hits.map(({ id }) => id)
  }
  const order = await findOrder('tide')
  expect(order).toHaveLength(2)
  expect(await findOrder('reef')).toEqual(order)
})
