import { findHeadlessChromium } from './chromium'
import { findProgram } from './debian'

/** Servers that the tests of several instances start. */
const SERVERS = ['redis-server', 'nginx', 'openssl']

/** Finds or installs every program that the browser tests start. Throws an error that names the first one that is missing. */
export function findTestPrograms(): { chromium: string } {
  // One after the other: apt-get locks its database.
  for (const name of SERVERS) findProgram(name)
  return { chromium: findHeadlessChromium() }
}
