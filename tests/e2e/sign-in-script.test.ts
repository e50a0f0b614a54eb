import { expect, LATE_SCRIPT, test } from './test'

// The script of the sign-in service is requested again after pauses.
test.describe.configure({ timeout: 90_000 })

/** How often the service's loader repeats a request. */
const RETRIES = 5

test('the sign-in page loads the script of the service from the host that the publishable key names [N-401]', async ({
  membersSite: { sendRequest, keys },
}) => {
  const { body, headers } = await sendRequest('/sign-in')
  const [, source] = /<script[^>]* src="([^"]*\/clerk\.browser\.js)"/.exec(body) ?? []
  expect(source).toMatch(new RegExp(`^${keys.issuer}/npm/@clerk/clerk-js@[^/]+/dist/clerk\\.browser\\.js$`))
  const [, scripts = ''] = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
  expect(scripts.split(' ')).toContain(keys.issuer)
})

test('a script of the sign-in service that fails to load is requested 5 more times, after 125 ms and then twice as long each time [N-402]', async ({
  page,
  membersSite: { site },
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of 503/)
  expectConsole(/Failed to load Clerk/)
  expectConsole(LATE_SCRIPT)
  await page.addInitScript(() => {
    // The service's loader adds a random part to each delay, so that not all browsers retry at once.
    Math.random = () => 0
    const scripts = { inserted: 0, failed: 0 }
    Object.assign(window, { scripts })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const isOfLoader = node instanceof HTMLScriptElement && node.dataset.clerkJsScript === undefined
        if (!isOfLoader || !node.src.endsWith('/clerk.browser.js')) continue
        scripts.inserted += 1
        node.addEventListener('error', () => {
          scripts.failed += 1
        })
      }
    }).observe(document, { childList: true, subtree: true })
  })
  const countInserted = () => page.evaluate(() => (Reflect.get(window, 'scripts')?.inserted ?? 0) as number)
  const waitFor = (name: 'inserted' | 'failed', count: number) =>
    page.waitForFunction(([key, value]) => Reflect.get(window, 'scripts')?.[key] === value, [name, count] as const)
  let release = () => {}
  const stopped = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/clerk\.browser\.js$/, async (route) => {
    // The script tag of the page fails at once. The loader's first script fails after the clock is stopped.
    if ((await countInserted()) > 0) await stopped
    await route.fulfill({ status: 503, headers: { 'access-control-allow-origin': site.url } })
  })
  await page.clock.install()
  const failure = page.waitForEvent('pageerror')
  const loaded = page.goto(`${site.url}/sign-in`)
  await waitFor('inserted', 1)
  await page.clock.pauseAt(Date.now() + 1000)
  release()
  for (let retry = 1; retry <= RETRIES; retry++) {
    await waitFor('failed', retry)
    await page.clock.runFor(125 * 2 ** (retry - 1) - 1)
    expect(await countInserted()).toBe(retry)
    await page.clock.runFor(1)
    expect(await countInserted()).toBe(retry + 1)
  }
  expect((await failure).message).toContain('failed to load script')
  await page.clock.runFor(5000)
  expect(await countInserted()).toBe(1 + RETRIES)
  await page.clock.resume()
  await loaded
})
