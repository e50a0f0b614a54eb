import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rememberedProof, rememberProof } from '@/lib/auth/remembered-proofs'

const MIA = { signedIn: true, organizations: [] }
const inSeconds = (more: number) => Math.floor(Date.now() / 1000) + more

describe('a proof', () => {
  it('is remembered for the very same credentials', () => {
    rememberProof('the cookie', MIA, inSeconds(60))
    expect(rememberedProof('the cookie')).toEqual(MIA)
    for (const other of ['the cookie ', 'The cookie', '']) expect(rememberedProof(other)).toBeUndefined()
  })

  it('ends with its token', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    rememberProof('a short one', MIA, inSeconds(60))
    vi.advanceTimersByTime(61_000)
    expect(rememberedProof('a short one')).toBeUndefined()
  })

  it('gives way to newer ones', () => {
    rememberProof('the oldest', MIA, inSeconds(60))
    for (let more = 0; more < 1000; more++) rememberProof(`another ${more}`, MIA, inSeconds(60))
    expect(rememberedProof('the oldest')).toBeUndefined()
    expect(rememberedProof('another 999')).toEqual(MIA)
  })
})
