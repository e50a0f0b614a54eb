import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeMembersWorkspace } from '../support/members-workspace'
import { startSite } from '../support/site'
import { expect, test } from './base'

const readHeading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, '')

for (const [id, method, target, status, meaning] of [
  ['N-393', 'GET', '%E0%A4%A', 400, 'Bad Request'],
  ['N-394', 'GET', 'nowhere', 404, 'This page could not be found'],
  ['N-395', 'POST', 'two-sections', 405, 'Method Not Allowed'],
] as const) {
  test(`${method} /${target} returns ${status} and a page that says ${meaning} [${id}]`, {
    tag: '@server',
  }, async ({ gallery }) => {
    const response = await fetch(`${gallery.url}/${target}`, { method })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      expect.stringMatching(/^text\/html/),
    ])
    expect(readHeading(await response.text())).toBe(`${status} ${meaning}`)
  })
}

test('an unexpected error returns 500 and a page that says Internal Server Error [N-396]', {
  tag: '@server',
}, async () => {
  // The server logs the error and its stack.
  const site = await startSite({ workspaceDir: writeMembersWorkspace().dir, expectedOutput: [/./] })
  const [copy = ''] = readdirSync(path.join(site.stateDir, 'workspaces'))
  const file = path.join(site.stateDir, 'workspaces', copy, 'index.json.gz')
  const { format } = JSON.parse(gunzipSync(readFileSync(file)).toString())
  let response = await fetch(`${site.url}/quay`)
  // Repeated, because the server repairs the file soon after it has detected the change.
  const breakAndRequest = async () => {
    // The server accepts an index of this format, and fails because everything else is missing.
    writeFileSync(file, gzipSync(JSON.stringify({ format })))
    response = await fetch(`${site.url}/quay`)
    return response.status
  }
  await expect.poll(breakAndRequest, { intervals: [50] }).toBe(500)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  const body = await response.text()
  expect(readHeading(body)).toBe('500 Internal Server Error')
  expect(body).not.toMatch(/TypeError|at new Site|node_modules/)
  await site.kill()
})
