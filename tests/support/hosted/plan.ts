import { createHostedId, HostedData } from './data'

interface PagePlan {
  text?: string
  children?: Plan
  blocks?: Record<string, unknown>[]
  space?: string
}
export type Plan = Record<string, PagePlan>

const OWN_SPACE = createHostedId('space')

/** Creates a workspace of named pages below `Home`. The first paragraph of each page contains its text. */
export function createHostedWorkspace(plan: Plan): HostedData {
  const data = new HostedData()
  const add = (
    name: string,
    { text = name, children = {}, blocks = [], space = OWN_SPACE }: PagePlan,
    parent?: string,
  ) => {
    const id = createHostedId(name)
    const put = (record: Record<string, unknown> & { id: string }) =>
      data.block.set(record.id, {
        ...{ alive: true, version: 1, created_time: 1, last_edited_time: 1, space_id: space },
        ...record,
      })
    const own = [{ type: 'text', properties: { title: [[text]] } }, ...blocks].map((block, index) => {
      const blockId = createHostedId(`${name} ${index}`)
      put({ parent_id: id, parent_table: 'block', ...block, id: blockId })
      return blockId
    })
    const parent_table = parent === undefined ? 'space' : 'block'
    const content = [...own, ...Object.keys(children).map(createHostedId)]
    put({ id, type: 'page', properties: { title: [[name]] }, content, parent_id: parent ?? space, parent_table })
    for (const [child, childPlan] of Object.entries(children)) add(child, childPlan, id)
  }
  add('Home', { children: plan })
  data.root = createHostedId('Home')
  return data
}

/** Adds a collection to a page: rows by name, and views by name with their settings. */
export function addCollection(
  data: HostedData,
  page: string,
  { rows, views = { Table: { type: 'table' } } }: { rows: string[]; views?: Record<string, Record<string, unknown>> },
): string {
  const collection = createHostedId(`${page} collection`)
  const holder = createHostedId(`${page} database`)
  const base = { alive: true, version: 1, created_time: 1, last_edited_time: 1, space_id: OWN_SPACE }
  const view_ids = Object.keys(views).map((name) => createHostedId(`${page} view ${name}`))
  const parent = data.block.get(createHostedId(page))
  if (parent === undefined) throw new Error(`There is no page ${page}`)
  parent.content = [...(parent.content as string[]), holder]
  data.block.set(holder, {
    ...{ ...base, id: holder, type: 'collection_view', parent_id: createHostedId(page), parent_table: 'block' },
    ...{ collection_id: collection, view_ids },
  })
  data.collection.set(collection, {
    ...{ ...base, id: collection, name: [['Things']], parent_id: holder, parent_table: 'block' },
    schema: { title: { name: 'Name', type: 'title' }, kind: { name: 'Kind', type: 'select', options: [] } },
  })
  for (const [name, settings] of Object.entries(views)) {
    const id = createHostedId(`${page} view ${name}`)
    data.collection_view.set(id, {
      ...base,
      id,
      name,
      parent_id: holder,
      parent_table: 'block',
      format: {},
      ...settings,
    })
  }
  for (const name of rows) {
    const id = createHostedId(name)
    const properties = { title: [[name]] }
    data.block.set(id, {
      ...base,
      id,
      type: 'page',
      properties,
      parent_id: collection,
      parent_table: 'collection',
      content: [],
    })
  }
  return collection
}
