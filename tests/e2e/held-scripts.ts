import type { Page } from '@playwright/test'

/** The factor by which Chromium slows the processor down, to that of a phone. */
const CPU_SLOWDOWN = 4
/** A slow 4G connection. The latency is in milliseconds, the throughputs are in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

/** Opens a page on a slow connection and processor, and holds its scripts, see {@link openWithoutScripts}. */
export async function openSlowlyWithoutScripts(page: Page, url: string): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return openWithoutScripts(page, url)
}

/** Opens a page, and holds its scripts until the returned function is called. That function resolves once they run. */
export async function openWithoutScripts(page: Page, url: string): Promise<() => Promise<unknown>> {
  const release = await holdScripts(page)
  const loaded = page.goto(url)
  // The load is aborted if a click navigates to another page. That is not an error.
  loaded.catch(() => undefined)
  return () => {
    release()
    return loaded
  }
}

/** Holds the scripts that a page requests from now on, all or those of a pattern, until the returned function is called. */
export async function holdScripts(page: Page, pattern = '**/_next/static/scripts/*.js'): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}
