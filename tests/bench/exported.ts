import { createStopSignal, runNode } from '@/server/children'
import { STATIC_HOST } from '../e2e/shared-sites'
import { STATIC_HOSTS } from '../support/exported-site'
import { atMost, type Measurement } from './measurements'

/** The browser tests of public pages. */
const FILES = [
  'calendar',
  'code',
  'comfort',
  'content-layout',
  'early-clicks',
  'first-paint',
  'formats',
  'gallery',
  'gallery-media',
  'gallery-pages',
  'html',
  'navigation',
  'sample',
  'search',
  'site-layout',
]
/** The tag of tests that are left out, because only a server has redirects by id, headers, content negotiation and client-side navigation. */
const SERVER_ONLY = '@server'
const HOW =
  'Exported: the browser tests of public pages, against the exported sample and gallery, served by nginx with the generated rules, and by a host without rules. Tests with the tag @server are left out.'

/** Runs the browser tests of public pages against exported sites. */
export async function measureExported(): Promise<Measurement[]> {
  const stopped = createStopSignal()
  const measurements: Measurement[] = []
  for (const host of STATIC_HOSTS) {
    const files = FILES.map((name) => `tests/e2e/${name}.test.ts`)
    const options = ['tools/run.mjs', 'test', 'e2e', ...files, '--grep-invert', SERVER_ONLY]
    const code = await runNode(options, stopped, { [STATIC_HOST]: host })
    measurements.push(atMost('exported', HOW)(`runs that fail, ${host}`, code === 0 ? 0 : 1, 'runs', 0))
  }
  return measurements
}
