import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cacheVerifiedViewer, getVerifiedViewer } from '@/lib/auth/session'

const MIA = { signedIn: true, organizations: [] }
const addSeconds = (more: number) => Math.floor(Date.now() / 1000) + more

describe('a verified viewer', () => {
  it('is cached for exactly the same credentials', () => {
    cacheVerifiedViewer('the cookie', MIA, addSeconds(60))
    expect(getVerifiedViewer('the cookie')).toEqual(MIA)
    for (const other of ['the cookie ', 'The cookie', '']) expect(getVerifiedViewer(other)).toBeUndefined()
  })

  it('expires with the token', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    cacheVerifiedViewer('a short one', MIA, addSeconds(60))
    vi.advanceTimersByTime(61_000)
    expect(getVerifiedViewer('a short one')).toBeUndefined()
  })

  it('is evicted by newer ones', () => {
    cacheVerifiedViewer('the oldest', MIA, addSeconds(60))
    for (let more = 0; more < 1000; more++) cacheVerifiedViewer(`another ${more}`, MIA, addSeconds(60))
    expect(getVerifiedViewer('the oldest')).toBeUndefined()
    expect(getVerifiedViewer('another 999')).toEqual(MIA)
  })
})
