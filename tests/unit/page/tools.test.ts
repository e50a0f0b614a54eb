import { expect, test } from 'vitest'
import { getPageTools } from '@/lib/page/tools'
import { PUBLIC } from '@/lib/site/access'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, openBook } from '../../support/book'
import { createId } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const BRANDING = { edit: 'https://www.notion.so/{id}', feedback: 'https://example.com/?url={url}&title={title}' }

function getTools(options: Parameters<typeof openBook>[1], viewer = PUBLIC, hasSidebar = false) {
  const site = openBook(BOOK, options)
  const page = site.page(createId('Ribs'), viewer)
  return page && getPageTools(site, page, viewer, hasSidebar)
}

test('getPageTools fills the addresses of the Look table for a page', () => {
  expect(getTools({ look: BRANDING })).toEqual({
    edit: `https://www.notion.so/${createId('Ribs').replaceAll('-', '')}`,
    feedback: 'https://example.com/?url=http%3A%2F%2Flocalhost%3A3000%2Fribs&title=Ribs',
  })
})

test('getPageTools returns tools only for a valid address or a sidebar', () => {
  expect(getTools({})).toBeUndefined()
  expect(getTools({}, PUBLIC, true)).toEqual({})
  expect(getTools({ look: { edit: 'javascript:alert(1)' } })).toBeUndefined()
})

test('getPageTools returns the addresses for members to members', () => {
  const { feedback } = getTools({ look: BRANDING, access: { Root: 'Members' } }, MEMBER) ?? {}
  expect(feedback).toContain('%2Fmembers%2Fribs&')
})
