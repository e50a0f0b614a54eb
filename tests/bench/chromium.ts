import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { createFolder } from '../support/site'

/** The sandbox does not start if this process is root. */
const ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Starts Chromium for a measurement. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGS })
}

/** Starts Chromium with a port for debuggers, which Chromium chooses. */
export async function launchDebuggedChromium(
  executablePath: string,
): Promise<{ browser: BrowserContext; port: number }> {
  const profile = createFolder('chromium')
  const args = [...ARGS, '--remote-debugging-port=0']
  const browser = await chromium.launchPersistentContext(profile, { executablePath, args })
  const [port] = readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
  return { browser, port: Number(port) }
}
