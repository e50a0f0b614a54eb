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
