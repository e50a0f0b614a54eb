import { EDITOR, type MembersSite } from '../support/members-site'
import { expect, test } from './base'
import { testMembersPages } from './members-pages'

test.describe.configure({ mode: 'default' })

let members: MembersSite
test.beforeAll(({ membersSite }) => {
  members = membersSite
})

testMembersPages(() => members)

test('of the organization of editors, only admins are editors [N-407]', async () => {
  const { sendRequest } = members
  expect((await sendRequest('/members/desk', { as: EDITOR })).status).toBe(200)
  const as = { ...EDITOR, role: 'member' }
  const refused = await sendRequest('/members/desk', { as })
  expect(refused.status).toBe(403)
  expect(refused.body).toContain('there is nothing here that you can read')
  expect(refused.body).not.toContain('Editor dashboard')
  expect((await sendRequest('/members/sketch', { as })).status).toBe(403)
})
