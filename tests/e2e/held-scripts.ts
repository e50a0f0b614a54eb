import type { Page } from '@playwright/test'

/** How much slower the processor is made: as slow as a phone's. */
const CPU_SLOWDOWN = 4
/** A slow line of the fourth generation: milliseconds, and bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

/**
 * Opens a page on a slow line and processor whose scripts do not come until the returned function is called. That function resolves
 * once the page is hydrated.
 */
export async function openWithoutScripts(page: Page, url: string): Promise<() => Promise<unknown>> {
  const release = await holdScripts(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const hydrated = page.goto(url)
  // It fails where a click leads to another page, which is no fault.
  hydrated.catch(() => undefined)
  return () => {
    release()
    return hydrated
  }
}

/** Keeps the scripts that a page asks for from now on until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
