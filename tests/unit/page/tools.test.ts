import { expect, test } from 'vitest'
import { getPageTools } from '@/lib/page/tools'
import { PUBLIC } from '@/lib/site/access'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, openBook } from '../../support/book'
import { idOf } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const LOOK = { edit: 'https://www.notion.so/{id}', feedback: 'https://example.com/?url={url}&title={title}' }

function toolsOf(options: Parameters<typeof openBook>[1], viewer = PUBLIC, hasSidebar = false) {
  const site = openBook(BOOK, options)
  const page = site.page(idOf('Ribs'), viewer)
  return page && getPageTools(site, page, viewer, hasSidebar)
}

test('fills the addresses of the Look table for a page', () => {
  expect(toolsOf({ look: LOOK })).toEqual({
    edit: `https://www.notion.so/${idOf('Ribs').replaceAll('-', '')}`,
    feedback: 'https://example.com/?url=http%3A%2F%2Flocalhost%3A3000%2Fribs&title=Ribs',
  })
})

test('pages show tools only with such an address or a sidebar', () => {
  expect(toolsOf({})).toBeUndefined()
  expect(toolsOf({}, PUBLIC, true)).toEqual({})
  expect(toolsOf({ look: { edit: 'javascript:alert(1)' } })).toBeUndefined()
})

test('members get the addresses of the pages that they read', () => {
  const { feedback } = toolsOf({ look: LOOK, access: { Root: 'Members' } }, MEMBER) ?? {}
  expect(feedback).toContain('%2Fmembers%2Fribs&')
})
