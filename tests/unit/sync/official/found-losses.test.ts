import { expect, test } from 'vitest'
import { describeFinding } from '@/lib/formats/findings'
import { readEnv } from '@/lib/settings/env'
import { prepareSite, readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { convertBlock } from '@/lib/sync/official-api/blocks'
import { Conversion } from '@/lib/sync/official-api/conversion'
import { convertPage } from '@/lib/sync/official-api/pages'
import { LOSSES, type Loss } from '@/lib/workspace/losses'
import { getEditorsMessages } from '@/messages/languages'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { type Api, Bench, createHostedId } from '../support'

const ID = '0a0b0c0d-0000-4000-8000-000000000001'
const external = { type: 'external', external: { url: 'https://example.com/a' } }
const createMention = (value: { type: string }) => ({
  rich_text: [{ type: 'mention', plain_text: 'a', mention: value }],
})
const createDate = (start: string) => ({ type: 'date', date: { start, end: null, time_zone: null } })
const preview = { type: 'link_preview', link_preview: { url: 'https://example.com/a' } }

const BLOCKS: [type: string, value: object, losses: Loss[]][] = [
  ['image', external, ['media-size', 'alt-text']],
  ['video', external, ['media-size']],
  ['pdf', external, ['media-size']],
  ['audio', external, []],
  ['file', external, ['file-size']],
  ['embed', { url: 'https://example.com/a' }, ['media-size']],
  ['table', { table_width: 2 }, ['table-columns']],
  ['code', { rich_text: [], language: 'css' }, ['code-wrap']],
  ['bookmark', { url: 'https://example.com/a' }, ['bookmark']],
  ['link_preview', { url: 'https://example.com/a' }, ['preview']],
  ['paragraph', createMention(preview), ['preview']],
  ['paragraph', createMention(createDate('2026-01-02T03:04:00.000+01:00')), ['time-zone']],
  ['paragraph', createMention(createDate('2026-01-02')), []],
  ['meeting_notes', { title: [] }, ['transcript']],
  ['paragraph', { rich_text: [] }, []],
]

test.each(BLOCKS)('records what the API does not return for a block of type %s: %j', (type, value, losses) => {
  const conversion = new Conversion()
  convertBlock({ id: ID, type, [type]: value }, conversion)
  expect([...conversion.losses]).toEqual(losses)
})

test('records that the API does not return the position of a page cover', () => {
  const conversion = new Conversion()
  convertPage({ id: ID, properties: {}, cover: external }, conversion)
  expect([...conversion.losses]).toEqual(['cover-position'])
})

/** Returns the findings of `npm run check` about the API, by page. */
async function check(api: Api): Promise<Record<string, string[]>> {
  const picture = { type: 'image', properties: { source: [['https://example.com/a']] } }
  const bookmark = { type: 'bookmark', properties: { link: [['https://example.com/a']] } }
  const data = createHostedWorkspace({ Pictures: { blocks: [picture, picture, bookmark] }, List: {}, Plain: {} })
  addCollection(data, 'List', { rows: ['Row'] })
  const bench = await Bench.start(data, api)
  await bench.sync()
  const env = readEnv(bench.variables(), bench.dir)
  await prepareSite(env, Date.now())
  const found: Record<string, string[]> = {}
  for (const finding of await readSavedFindings(env)) {
    if (finding.kind !== 'api-losses') continue
    const text = describeFinding(finding, new Map(), getEditorsMessages('en'))
    found[finding.page ?? 'site'] = [...(found[finding.page ?? 'site'] ?? []), text]
  }
  return found
}

test('lists the values that the official API does not return once for each page', async () => {
  const describeLosses = (...losses: string[]) => [
    `Notion’s official API does not return ${losses.join(', ')}: defaults are shown`,
  ]
  const { loss } = getEditorsMessages('en').finding
  expect(await check('official')).toEqual({
    site: describeLosses(loss.style),
    [createHostedId('Pictures')]: describeLosses(loss['media-size'], loss['alt-text'], loss.bookmark),
    [createHostedId('List')]: describeLosses(loss['view-settings']),
    [createHostedId('Row')]: describeLosses(loss['property-order']),
  })
  expect(await check('private')).toEqual({})
})

test('the tests cover all losses', () => {
  const found = new Set(BLOCKS.flatMap(([, , losses]) => losses))
  const others: Loss[] = ['style', 'cover-position', 'property-order', 'view-settings']
  expect([...found, ...others].sort()).toEqual([...LOSSES].sort())
})
