import { type Browser, chromium } from '@playwright/test'

/** Starts Chromium for a measurement. Without its sandbox if this process is root, because the sandbox does not start then. */
export function launchChromium(executablePath: string, ...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] })
}
