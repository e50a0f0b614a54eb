import { expect, test } from 'vitest'
import { createPageMap } from '@/lib/sync/page-store'
import { createTables } from '@/lib/sync/tables'
import { createId } from '@/tests/support/records'
import { cleaned, createBlockMap, stored } from '../maps'
import { createOutputs } from './page-outputs'

const secret = { id: createId('send'), type: 'http_request', config: { url: 'https://example.com/secret' } }
const automation = { id: createId('automation'), action_ids: [createId('send'), createId('open')] }

/** Creates a page with a button that sends a request, and then opens the target. */
function createMap(target: unknown) {
  const format = { automation_id: createId('automation') }
  const open = { id: createId('open'), type: 'open_page', config: { target } }
  const blocks = [
    stored('page', 'page', undefined, { content: ['button'] }),
    stored('button', 'button', 'page', { format, properties: { title: [['Go']] } }),
    stored('other', 'page', undefined, { properties: { title: [['Other']] } }),
  ]
  const actions = { [secret.id]: { value: secret }, [open.id]: { value: open } }
  return createBlockMap(blocks, { automation: { [automation.id]: { value: automation } }, automation_action: actions })
}

test.each([
  ['an address', { type: 'url', url: 'https://example.com/a' }, 'https://example.com/a'],
  ['a page', { type: 'page', pageId: createId('other') }, `/${createId('other')}`],
  ['an unsafe address', { type: 'url', url: 'javascript:alert(1)' }, undefined],
  ['a page that is not on the site', { type: 'page', pageId: createId('nowhere') }, undefined],
  ['nothing', undefined, undefined],
])('a button that opens %s is a link, or else a label', (_, target, href) => {
  const page = createOutputs(cleaned(createMap(target)).map).find(({ id }) => id === createId('page'))
  const link = href === undefined ? undefined : `href="${href}"`
  expect(/href="[^"]*"/.exec(page?.html ?? '')?.[0]).toBe(link)
  expect(page?.html).toContain('Go')
  expect(page?.texts.markdown).toBe(href === undefined ? 'Go\n' : `[Go](${href})\n`)
  expect(page?.texts.search).toContain('Go')
  expect(JSON.stringify(page)).not.toContain('secret')
})

test('a sync stores only the actions of a button that open something', () => {
  const tables = createTables()
  for (const [id, entry] of Object.entries(createMap({ type: 'url', url: 'https://example.com/a' }).block as object))
    tables.block.set(id, entry)
  tables.automation.set(automation.id, { value: automation })
  tables.automation_action.set(secret.id, { value: secret })
  const open = {
    id: createId('open'),
    type: 'open_page',
    config: { target: { type: 'url', url: 'https://example.com/a' } },
  }
  tables.automation_action.set(open.id, { value: open })
  const map = createPageMap(createId('page'), [createId('page'), createId('button')], tables, {})
  expect(Object.keys(map.automation_action ?? {})).toEqual([open.id])
  expect(JSON.stringify(map)).not.toContain('secret')
})
