import { startCatchAllCheck } from '../support/catch-all-check'
import { startSignInService } from '../support/sign-in/service'
import { expect, test } from './test'

test('in development, a sign-in screen on a route that is not a catch-all route throws the error of the service [N-400]', async ({
  page,
  expectConsole,
}) => {
  // The development server compiles each page when it is requested.
  test.setTimeout(180_000)
  expectConsole(/./)
  const service = await startSignInService()
  const server = await startCatchAllCheck(service)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  for (const [path, component, status] of [
    ['/sign-up', 'SignUp', 200],
    ['/sign-in', 'SignIn', 404],
  ] as const) {
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.url().includes(`/${component}_clerk_catchall_check_`), { timeout: 120_000 }),
      page.goto(server.url + path),
    ])
    expect(response.status(), path).toBe(status)
  }
  await expect
    .poll(() => errors.filter((message) => message.startsWith('\nClerk: ')))
    .toEqual([expect.stringContaining('The "/sign-in" route is not a catch-all route')])
  await server.stop()
  await service.stop()
})
