import { Client } from '@notionhq/client'
import { expect, onTestFinished, test } from 'vitest'
import { Conversion } from '@/lib/sync/official-api/conversion'
import type { Schema } from '@/lib/sync/official-api/schema'
import { convertDataSource } from '@/lib/sync/official-api/schema'
import { convertView } from '@/lib/sync/official-api/views'
import type { Fields } from '@/lib/workspace/values'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { ShapeChecker } from '@/tests/support/official/shape-checker'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { createHostedId } from '../support'

const FORMAT = {
  table_properties: [
    { property: 'title', visible: true },
    { property: 'due', visible: true, date_format: 'year_month_day', time_format: '24_hour' },
    { property: 'state', visible: true, status_show_as: 'checkbox' },
  ],
  collection_group_by: {
    property: 'due',
    type: 'date',
    groupBy: 'week',
    startDayOfWeek: 0,
    sort: { type: 'ascending' },
  },
  subitem_property: 'sub',
  subitem_display_mode: 'show',
  subitem_filter_scope: 'parents',
}
const FILTER = {
  operator: 'and',
  filters: [
    { property: 'ticket', filter: { operator: 'number_greater_than', value: [{ type: 'exact', value: 2 }] } },
    { property: 'owner', filter: { operator: 'person_contains', value: [{ type: 'relative', value: 'me' }] } },
  ],
}

test('settings of a view that the official client reads are those of the record map', async () => {
  const data = createHostedWorkspace({ Tasks: {} })
  const views = { All: { type: 'table', format: FORMAT, query2: { filter: FILTER } } }
  const id = addCollection(data, 'Tasks', { rows: ['Row'], views })
  Object.assign(data.collection.get(id) ?? {}, {
    schema: {
      title: { name: 'Name', type: 'title' },
      due: { name: 'Due', type: 'date' },
      state: { name: 'State', type: 'status' },
      owner: { name: 'Owner', type: 'person' },
      sub: { name: 'Sub-item', type: 'relation', collection_id: id, property: 'up' },
      up: { name: 'Parent item', type: 'relation', collection_id: id, property: 'sub' },
      ticket: { name: 'Ticket', type: 'auto_increment_id', prefix: 'T' },
    },
  })
  const server = await WorkspaceServer.start(data)
  onTestFinished(() => server.stop())
  server.token = 'ntn_right'
  const notion = new Client({ auth: server.token, baseUrl: server.origin, notionVersion: '2026-03-11' })
  const view = await notion.views.retrieve({ view_id: createHostedId('Tasks view All') })
  expect(new ShapeChecker().check('DataSourceViewObjectResponse', view)).toEqual([])
  const source = await notion.dataSources.retrieve({ data_source_id: id })
  const { schema } = convertDataSource(source as unknown as Fields, undefined, new Conversion())
  const { record } = convertView(view as unknown as Fields, id, schema as Schema)
  expect(record).toMatchObject({ format: FORMAT, query2: { filter: FILTER } })
})
