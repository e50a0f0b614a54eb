import { describe, expect, it } from 'vitest'
import { EventMemory } from '@/lib/webhooks/event-memory'
import { temporaryFolder } from '../../support/folders'

const doNothing = async () => {}

describe('EventMemory', () => {
  it('processes each event once, even after a restart', async () => {
    const dir = temporaryFolder()
    let times = 0
    const work = async () => void times++
    const memory = new EventMemory(dir)
    expect(await memory.once('one', work)).toBe('done')
    expect(await memory.once('one', work)).toBe('repeated')
    expect(await new EventMemory(dir).once('one', work)).toBe('repeated')
    expect(times).toBe(1)
  })

  it('processes an event again after a failure', async () => {
    const memory = new EventMemory(temporaryFolder())
    await expect(memory.once('one', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await memory.once('one', doNothing)).toBe('done')
  })

  it('keeps the newest 2000 events', async () => {
    const memory = new EventMemory(temporaryFolder())
    const ids = Array.from({ length: 2001 }, (_, index) => `event ${index}`)
    await Promise.all(ids.map((id) => memory.once(id, doNothing)))
    expect(await memory.once('event 2000', doNothing)).toBe('repeated')
    expect(await memory.once('event 0', doNothing)).toBe('done')
  })
})
