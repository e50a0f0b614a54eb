import { expect, test } from 'vitest'
import { type PageMap, readPageFacts } from '@/lib/sync/page-store'
import { createId } from '../../support/records'

test('pages in a synced block that only copies on other pages show are fetched, those that nothing shows are not', () => {
  const block = (name: string, type: string, parent: string, content: string[] = []) => {
    const ids = { id: createId(name), parent_id: createId(parent), content: content.map(createId) }
    return [ids.id, { value: { ...ids, type, parent_table: 'block', alive: true, properties: { title: [[name]] } } }]
  }
  const blocks = Object.fromEntries([
    block('Page', 'page', 'Above', ['button', 'Child']),
    block('Child', 'page', 'Page'),
    block('button', 'button', 'Page', ['synced', 'Pressed']),
    block('Pressed', 'page', 'button'),
    block('synced', 'transclusion_container', 'button', ['toggle']),
    block('toggle', 'toggle', 'synced', ['Inside']),
    block('Inside', 'page', 'toggle'),
  ])
  const empty = { collection: {}, collection_view: {}, collection_query: {}, notion_user: {}, custom_emoji: {} }
  const map: PageMap = { block: blocks, ...empty, preview_images: {} }
  expect(readPageFacts(createId('Page'), map).leads).toEqual(['Child', 'Inside'].map(createId))
})
