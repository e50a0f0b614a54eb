import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { readNotionEvent, readVerificationToken } from '@/lib/webhooks/notion-event'
import { getSyncRequest } from '@/lib/webhooks/sync-request'
import { buildInput, SETTINGS } from '../../support/build-input'
import { fixturesDir } from '../../support/fixtures'
import { collection, idOf, page } from '../../support/records'

const PAGE = 'a0000000-0000-4000-8000-000000000001'
const PARENT = 'a0000000-0000-4000-8000-000000000002'
const SOURCE = 'a0000000-0000-4000-8000-000000000003'

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

  it.each(['view.created', 'view.updated', 'view.deleted'])('%s refreshes the database and not the view', (type) => {
    const data = { parent: { id: PARENT, type: 'database', data_source_id: SOURCE } }
    expect(readNotionEvent(event(type, { data, entity: { id: PAGE, type: 'view' } }))).toEqual({
      ...{ id: 'event', isDatabase: true, isView: true },
      refresh: { pages: [PARENT, SOURCE] },
    })
    expect(readNotionEvent(event(type, { entity: { id: PAGE, type: 'view' } }))?.refresh).toEqual({ all: true })
  })

  it('refreshes the data source of a row', () => {
    const data = { parent: { id: PARENT, type: 'database', data_source_id: SOURCE } }
    expect(readNotionEvent(event('page.created', { data }))?.refresh).toEqual({ pages: [PAGE, PARENT, SOURCE] })
  })

  it('refreshes updated child pages, but no other updated blocks of a page', () => {
    const updated_blocks = [
      { id: PARENT, type: 'page' },
      { id: SOURCE, type: 'block' },
      { id: 'not an id', type: 'page' },
      null,
    ]
    expect(readNotionEvent(event('page.content_updated', { data: { updated_blocks } }))?.refresh).toEqual({
      pages: [PAGE, PARENT],
    })
  })

  it.each(['database.content_updated', 'data_source.content_updated'])('%s refreshes the updated rows', (type) => {
    const updated_blocks = [{ id: SOURCE, type: 'block' }]
    expect(readNotionEvent(event(type, { data: { updated_blocks } }))?.refresh).toEqual({ pages: [PAGE, SOURCE] })
  })

  it('reads at most 500 updated blocks', () => {
    const ids = Array.from({ length: 600 }, (_, index) => PAGE.slice(0, -3) + String(index + 100))
    const data = { updated_blocks: ids.map((id) => ({ id, type: 'page' })) }
    expect(readNotionEvent(event('page.content_updated', { data }))?.refresh).toEqual({
      pages: [PAGE, ...ids.slice(0, 500)],
    })
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

describe('a recorded event', () => {
  const dir = fixturesDir === undefined ? undefined : path.join(fixturesDir, 'official/46ki75-notionrs')
  const files = dir === undefined ? [] : readdirSync(dir).filter((name) => name.includes('__events__'))

  it.skipIf(files.length === 0)('names what it changed, whichever of its kinds it is', () => {
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

describe('the sync request', () => {
  const rows = collection('Rows', 'Database', {})
  const pages = [
    page('Root', undefined),
    page('Database', 'Root', { collections: [rows.id] }),
    page('Linked', 'Root', { collections: [rows.id] }),
  ]
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

  it('contains every page that shows the collection of a changed view', () => {
    const read = (parent: object) => readNotionEvent({ id: 'event', type: 'view.updated', data: { parent } })
    const ofKnown = read({ id: idOf('Database'), type: 'database' })
    const pages = [idOf('Database'), rows.id, idOf('Linked')]
    expect(ofKnown && getSyncRequest(ofKnown, index)).toEqual({ pages })
    const ofInline = read({ id: PARENT, type: 'database', data_source_id: rows.id })
    expect(ofInline && getSyncRequest(ofInline, index)).toEqual({
      pages: [PARENT, rows.id, idOf('Database'), idOf('Linked')],
    })
    const ofUnknown = read({ id: PARENT, type: 'database' })
    expect(ofUnknown && getSyncRequest(ofUnknown, index)).toEqual({ pages: [PARENT], all: true })
  })

  it('names what was deleted', () => {
    expect(wanted('page.deleted', PAGE)).toEqual({ pages: [PAGE], deleted: [PAGE] })
    expect(wanted('data_source.deleted', rows.id)).toEqual({ pages: [rows.id], deleted: [rows.id] })
    expect(wanted('database.deleted', PARENT)).toEqual({ pages: [PARENT], deleted: [PARENT], all: true })
    expect(wanted('page.undeleted', PAGE)).toEqual({ pages: [PAGE] })
    expect(wanted('view.deleted', PAGE)).toEqual({ all: true })
    expect(wanted('page.transcription_block.transcript_deleted', PAGE)).toEqual({ pages: [PAGE] })
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
