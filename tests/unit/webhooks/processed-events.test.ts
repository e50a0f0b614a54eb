import { describe, expect, it } from 'vitest'
import { ProcessedEvents } from '@/lib/webhooks/processed-events'
import { createTemporaryFolder } from '../../support/folders'

const doNothing = async () => {}

describe('ProcessedEvents', () => {
  it('processes each event once, even after a restart', async () => {
    const dir = createTemporaryFolder()
    let times = 0
    const work = async () => void times++
    const memory = new ProcessedEvents(dir)
    expect(await memory.once('one', work)).toBe('done')
    expect(await memory.once('one', work)).toBe('repeated')
    expect(await new ProcessedEvents(dir).once('one', work)).toBe('repeated')
    expect(times).toBe(1)
  })

  it('processes an event again after a failure', async () => {
    const memory = new ProcessedEvents(createTemporaryFolder())
    await expect(memory.once('one', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await memory.once('one', doNothing)).toBe('done')
  })

  it('keeps the newest 2000 events', async () => {
    const memory = new ProcessedEvents(createTemporaryFolder())
    const ids = Array.from({ length: 2001 }, (_, index) => `event ${index}`)
    await Promise.all(ids.map((id) => memory.once(id, doNothing)))
    expect(await memory.once('event 2000', doNothing)).toBe('repeated')
    expect(await memory.once('event 0', doNothing)).toBe('done')
  })
})
