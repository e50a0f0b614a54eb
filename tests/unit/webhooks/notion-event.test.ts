import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { getSyncRequest, readNotionEvent, readVerificationToken } from '@/lib/webhooks/notion-event'
import { buildInput, SETTINGS } from '../../support/build-input'
import { fixturesDir } from '../../support/fixtures'
import { collection, createId, page } from '../../support/records'

const PAGE = 'a0000000-0000-4000-8000-000000000001'
const PARENT = 'a0000000-0000-4000-8000-000000000002'
const SOURCE = 'a0000000-0000-4000-8000-000000000003'

function createEvent(type: string, more: Record<string, unknown> = {}) {
  return { id: 'event', timestamp: '2026-01-01T00:00:00Z', type, entity: { id: PAGE, type: 'page' }, ...more }
}

describe('readNotionEvent', () => {
  it.each(['page.content_updated', 'page.properties_updated', 'page.undeleted', 'page.locked', 'database.moved'])(
    'refreshes the object of a %s event',
    (type) => expect(readNotionEvent(createEvent(type))?.refresh).toEqual({ pages: [PAGE] }),
  )

  it.each(['page', 'block', 'database', 'data_source'])('also refreshes the parent %s', (type) => {
    const data = { parent: { id: PARENT.replaceAll('-', ''), type } }
    expect(readNotionEvent(createEvent('page.created', { data }))?.refresh).toEqual({ pages: [PAGE, PARENT] })
  })

  it('ignores a parent of another type', () => {
    const data = { parent: { id: PARENT, type: 'space' } }
    expect(readNotionEvent(createEvent('page.deleted', { data }))?.refresh).toEqual({ pages: [PAGE] })
  })

  it.each(['view.created', 'view.updated', 'view.deleted'])(
    'refreshes the database instead of the view after %s',
    (type) => {
      const data = { parent: { id: PARENT, type: 'database', data_source_id: SOURCE } }
      expect(readNotionEvent(createEvent(type, { data, entity: { id: PAGE, type: 'view' } }))).toEqual({
        ...{ id: 'event', isDatabase: true, isView: true },
        refresh: { pages: [PARENT, SOURCE] },
      })
      expect(readNotionEvent(createEvent(type, { entity: { id: PAGE, type: 'view' } }))?.refresh).toEqual({ all: true })
    },
  )

  it('refreshes the data source of a row', () => {
    const data = { parent: { id: PARENT, type: 'database', data_source_id: SOURCE } }
    expect(readNotionEvent(createEvent('page.created', { data }))?.refresh).toEqual({ pages: [PAGE, PARENT, SOURCE] })
  })

  it('refreshes updated child pages, but no other updated blocks of a page', () => {
    const updated_blocks = [
      { id: PARENT, type: 'page' },
      { id: SOURCE, type: 'block' },
      { id: 'not an id', type: 'page' },
      null,
    ]
    expect(readNotionEvent(createEvent('page.content_updated', { data: { updated_blocks } }))?.refresh).toEqual({
      pages: [PAGE, PARENT],
    })
  })

  it.each(['database.content_updated', 'data_source.content_updated'])(
    'refreshes the updated rows after %s',
    (type) => {
      const updated_blocks = [{ id: SOURCE, type: 'block' }]
      expect(readNotionEvent(createEvent(type, { data: { updated_blocks } }))?.refresh).toEqual({
        pages: [PAGE, SOURCE],
      })
    },
  )

  it('reads at most 500 updated blocks', () => {
    const ids = Array.from({ length: 600 }, (_, index) => PAGE.slice(0, -3) + String(index + 100))
    const data = { updated_blocks: ids.map((id) => ({ id, type: 'page' })) }
    expect(readNotionEvent(createEvent('page.content_updated', { data }))?.refresh).toEqual({
      pages: [PAGE, ...ids.slice(0, 500)],
    })
  })

  it('refreshes nothing for objects that no page shows', () => {
    expect(readNotionEvent(createEvent('comment.created'))?.refresh).toBe('nothing')
  })

  it('refreshes all changes after an event without an object', () => {
    expect(readNotionEvent(createEvent('wonder.happened', { entity: undefined }))?.refresh).toEqual({ all: true })
    expect(readNotionEvent(createEvent('page.created', { entity: { id: '../../etc' } }))?.refresh).toEqual({
      all: true,
    })
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
  ])('returns undefined for %j', (value) => expect(readNotionEvent(value)).toBeUndefined())
})

describe('readNotionEvent with recorded events', () => {
  const dir = fixturesDir === undefined ? undefined : path.join(fixturesDir, 'official/46ki75-notionrs')
  const files = dir === undefined ? [] : readdirSync(dir).filter((name) => name.includes('__events__'))

  it.skipIf(files.length === 0)('returns the changed objects of each event type', () => {
    const events = files.map((file) => JSON.parse(readFileSync(path.join(dir ?? '', file), 'utf8')))
    for (const recorded of events) {
      const refresh = readNotionEvent(recorded)?.refresh
      if (recorded.entity.type === 'comment') expect(refresh).toBe('nothing')
      else expect(refresh).toEqual({ pages: expect.arrayContaining([recorded.entity.id]) })
      const { parent, updated_blocks: updated = [] } = recorded.data
      if (recorded.type === 'data_source.content_updated') {
        expect(refresh).toEqual({
          pages: [recorded.entity.id, ...updated.map(({ id }: { id: string }) => id), parent.id],
        })
      }
    }
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(20)
  })
})

describe('getSyncRequest', () => {
  const rows = collection('Rows', 'Database', {})
  const pages = [
    page('Root', undefined),
    page('Database', 'Root', { collections: [rows.id] }),
    page('Linked', 'Root', { collections: [rows.id] }),
  ]
  const index = buildSite(buildInput(pages, [rows]), SETTINGS)
  const request = (type: string, id: string, isReady = true) => {
    const read = readNotionEvent({ id: 'event', type, entity: { id, type: 'any' } })
    return read && getSyncRequest(read, isReady ? index : undefined)
  }

  it('contains the page or the collection of a database', () => {
    expect(request('page.created', PAGE)).toEqual({ pages: [PAGE] })
    expect(request('database.content_updated', createId('Database'))).toEqual({
      pages: [createId('Database'), rows.id],
    })
    expect(request('data_source.content_updated', rows.id)).toEqual({ pages: [rows.id] })
  })

  it('contains every page that shows the collection of a changed view', () => {
    const read = (parent: object) => readNotionEvent({ id: 'event', type: 'view.updated', data: { parent } })
    const knownDatabase = read({ id: createId('Database'), type: 'database' })
    const pages = [createId('Database'), rows.id, createId('Linked')]
    expect(knownDatabase && getSyncRequest(knownDatabase, index)).toEqual({ pages })
    const inlineDatabase = read({ id: PARENT, type: 'database', data_source_id: rows.id })
    expect(inlineDatabase && getSyncRequest(inlineDatabase, index)).toEqual({
      pages: [PARENT, rows.id, createId('Database'), createId('Linked')],
    })
    const unknownDatabase = read({ id: PARENT, type: 'database' })
    expect(unknownDatabase && getSyncRequest(unknownDatabase, index)).toEqual({ pages: [PARENT], all: true })
  })

  it('contains deleted objects', () => {
    expect(request('page.deleted', PAGE)).toEqual({ pages: [PAGE], deleted: [PAGE] })
    expect(request('data_source.deleted', rows.id)).toEqual({ pages: [rows.id], deleted: [rows.id] })
    expect(request('database.deleted', PARENT)).toEqual({ pages: [PARENT], deleted: [PARENT], all: true })
    expect(request('page.undeleted', PAGE)).toEqual({ pages: [PAGE] })
    expect(request('view.deleted', PAGE)).toEqual({ all: true })
    expect(request('page.transcription_block.transcript_deleted', PAGE)).toEqual({ pages: [PAGE] })
  })

  it('contains all changes for an unknown database', () => {
    expect(request('database.created', PAGE)).toEqual({ all: true })
    expect(request('database.created', createId('Database'), false)).toEqual({ all: true })
    expect(request('data_source.created', 'constructor')).toEqual({ all: true })
  })

  it('is undefined for objects that no page shows', () => {
    expect(request('comment.created', PAGE)).toBeUndefined()
  })
})

describe('readVerificationToken', () => {
  it('accepts only tokens in the fixed format', () => {
    expect(readVerificationToken({ verification_token: 'secret_abcDEF123' })).toBe('secret_abcDEF123')
    for (const value of [null, {}, { verification_token: 7 }, { verification_token: 'secret_' }]) {
      expect(readVerificationToken(value)).toBeUndefined()
    }
    // The token is logged, so it must not contain spaces or line breaks.
    expect(readVerificationToken({ verification_token: 'secret_abc\ndef ghi jkl' })).toBeUndefined()
  })
})
