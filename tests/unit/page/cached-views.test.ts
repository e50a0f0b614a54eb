import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getCachedView } from '@/lib/page/cached-views'
import type { OpenedView } from '@/lib/page/wire/page'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

const built = () => {
  const root = page('Root', undefined)
  return new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true }))
}
const site = built()
const BOARD: Viewer = { signedIn: true, organizations: ['board'] }

/** How often a view was made, when each of these asked in turn. */
async function makings(...asked: [Viewer, Site?][]): Promise<number> {
  const made = vi.fn(async () => ({ title: 'a view' }) as OpenedView)
  for (const [viewer, of = built()] of asked) {
    const [root] = of.index.pages
    if (root) await getCachedView(of, root, viewer, made)
  }
  return made.mock.calls.length
}

describe('a view', () => {
  it('is made once for viewers of the same rights', async () => {
    const fresh = built()
    expect(await makings([BOARD, fresh], [{ ...BOARD }, fresh])).toBe(1)
  })

  it.each<[string, Viewer]>([
    ['in another organization', { signedIn: true, organizations: ['choir'] }],
    ['in no organization', { signedIn: true, organizations: [] }],
    ['who edits', { ...BOARD, role: 'editor' }],
    ['who is not signed in', { signedIn: false, organizations: ['board'] }],
  ])('is not shared with a viewer %s', async (_, other) => {
    const fresh = built()
    expect(await makings([BOARD, fresh], [other, fresh])).toBe(2)
  })

  it('is made again for another state of the site', async () => {
    expect(await makings([BOARD, site], [BOARD, built()])).toBe(2)
  })

  it('is made again after a minute', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const fresh = built()
    const first = await makings([BOARD, fresh])
    vi.advanceTimersByTime(61_000)
    expect([first, await makings([BOARD, fresh])]).toEqual([1, 1])
  })

  it('that could not be made is tried again', async () => {
    const fresh = built()
    const [root] = fresh.index.pages
    if (root === undefined) throw new Error('There is no root')
    expect(await getCachedView(fresh, root, BOARD, async () => undefined)).toBeUndefined()
    expect(await makings([BOARD, fresh])).toBe(1)
  })
})
