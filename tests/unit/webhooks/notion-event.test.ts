import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { readNotionEvent, readVerificationToken } from '@/lib/webhooks/notion-event'
import { getSyncRequest } from '@/lib/webhooks/sync-request'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page } from '../../support/records'

const PAGE = 'a0000000-0000-4000-8000-000000000001'
const PARENT = 'a0000000-0000-4000-8000-000000000002'

function event(type: string, more: Record<string, unknown> = {}) {
  return { id: 'event', timestamp: '2026-01-01T00:00:00Z', type, entity: { id: PAGE, type: 'page' }, ...more }
}

describe('an event', () => {
  it.each(['page.content_updated', 'page.properties_updated', 'page.undeleted', 'page.locked', 'database.moved'])(
    '%s asks for the thing it names',
    (type) => expect(readNotionEvent(event(type))?.refresh).toEqual({ pages: [PAGE] }),
  )

  it.each(['page', 'block', 'database', 'data_source'])('refreshes the parent %s, too', (type) => {
    const data = { parent: { id: PARENT.replaceAll('-', ''), type } }
    expect(readNotionEvent(event('page.created', { data }))?.refresh).toEqual({ pages: [PAGE, PARENT] })
  })

  it('ignores a parent of another type', () => {
    const data = { parent: { id: PARENT, type: 'space' } }
    expect(readNotionEvent(event('page.deleted', { data }))?.refresh).toEqual({ pages: [PAGE] })
  })

  it('refreshes nothing for objects that no page shows', () => {
    expect(readNotionEvent(event('comment.created'))?.refresh).toBe('nothing')
  })

  it('refreshes all changes if it names no object', () => {
    expect(readNotionEvent(event('wonder.happened', { entity: undefined }))?.refresh).toEqual({ all: true })
    expect(readNotionEvent(event('page.created', { entity: { id: '../../etc' } }))?.refresh).toEqual({ all: true })
  })

  it.each([
    null,
    7,
    'event',
    [],
    {},
    { id: 'x' },
    { type: 'x' },
    { id: '', type: 'x' },
    { id: 'x'.repeat(101), type: 'x' },
  ])('is not %j', (value) => expect(readNotionEvent(value)).toBeUndefined())
})

describe('the sync request', () => {
  const rows = collection('Rows', 'Database', {})
  const pages = [page('Root', undefined), page('Database', 'Root', { collections: [rows.id] })]
  const index = buildSite(buildInput(pages, [rows]), SETTINGS)
  const wanted = (type: string, id: string, isReady = true) => {
    const read = readNotionEvent({ id: 'event', type, entity: { id, type: 'any' } })
    return read && getSyncRequest(read, isReady ? index : undefined)
  }

  it('contains the page, or the collection of a database', () => {
    expect(wanted('page.created', PAGE)).toEqual({ pages: [PAGE] })
    expect(wanted('database.content_updated', idOf('Database'))).toEqual({ pages: [idOf('Database'), rows.id] })
    expect(wanted('data_source.content_updated', rows.id)).toEqual({ pages: [rows.id] })
  })

  it('contains all changes for a database that the site does not know', () => {
    expect(wanted('database.created', PAGE)).toEqual({ all: true })
    expect(wanted('database.created', idOf('Database'), false)).toEqual({ all: true })
    expect(wanted('data_source.created', 'constructor')).toEqual({ all: true })
  })

  it('is undefined for objects that no page shows', () => {
    expect(wanted('comment.created', PAGE)).toBeUndefined()
  })
})

describe('a verification token', () => {
  it('has a fixed format', () => {
    expect(readVerificationToken({ verification_token: 'secret_abcDEF123' })).toBe('secret_abcDEF123')
    for (const value of [null, {}, { verification_token: 7 }, { verification_token: 'secret_' }]) {
      expect(readVerificationToken(value)).toBeUndefined()
    }
    // Whatever is shown in a log must be one word of a log.
    expect(readVerificationToken({ verification_token: 'secret_abc\ndef ghi jkl' })).toBeUndefined()
  })
})
