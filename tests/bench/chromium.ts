import { type Browser, chromium } from '@playwright/test'

/** Starts the Chromium that is to be measured in; its sandbox refuses root. */
export function launchChromium(executablePath: string, ...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] })
}
