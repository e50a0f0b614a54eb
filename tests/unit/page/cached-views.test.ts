import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OpenedView } from '@/lib/page/page-view'
import { getCachedView } from '@/lib/page/thread/open-content'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

const createSite = () => {
  const root = page('Root', undefined)
  return new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true }))
}
const site = createSite()
const BOARD: Viewer = { signedIn: true, organizations: ['board'] }

/** Requests the view for each viewer in turn, and returns how often it was created. */
async function countCreations(...requests: [Viewer, Site?][]): Promise<number> {
  const createView = vi.fn(async () => ({ title: 'a view' }) as OpenedView)
  for (const [viewer, requestedSite = createSite()] of requests) {
    const [root] = requestedSite.index.pages
    if (root) await getCachedView(requestedSite, root, viewer, createView)
  }
  return createView.mock.calls.length
}

describe('getCachedView', () => {
  it('creates one view for viewers with the same rights', async () => {
    const newSite = createSite()
    expect(await countCreations([BOARD, newSite], [{ ...BOARD }, newSite])).toBe(1)
  })

  it.each<[string, Viewer]>([
    ['in another organization', { signedIn: true, organizations: ['choir'] }],
    ['in no organization', { signedIn: true, organizations: [] }],
    ['who edits', { ...BOARD, role: 'editor' }],
    ['who is not signed in', { signedIn: false, organizations: ['board'] }],
  ])('creates another view for a viewer %s', async (_, other) => {
    const newSite = createSite()
    expect(await countCreations([BOARD, newSite], [other, newSite])).toBe(2)
  })

  it('creates another view for another state of the site', async () => {
    expect(await countCreations([BOARD, site], [BOARD, createSite()])).toBe(2)
  })

  it('creates the view again after a minute', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const newSite = createSite()
    const first = await countCreations([BOARD, newSite])
    vi.advanceTimersByTime(61_000)
    expect([first, await countCreations([BOARD, newSite])]).toEqual([1, 1])
  })

  it('tries again after a failure', async () => {
    const newSite = createSite()
    const [root] = newSite.index.pages
    if (root === undefined) throw new Error('There is no root')
    expect(await getCachedView(newSite, root, BOARD, async () => undefined)).toBeUndefined()
    expect(await countCreations([BOARD, newSite])).toBe(1)
  })
})
