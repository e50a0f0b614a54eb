import { type RunningSite, readIndex } from '../support/site'
import { test as base, expect } from './base'
import { SHARED_SITES } from './shared-sites'

/** A site that all tests read and none changes. */
export type SharedSite = Pick<RunningSite, 'url' | 'stateDir' | 'index'>

interface SharedSites {
  /** The bundled sample workspace. */
  sample: SharedSite
  /** One page with every type of block and of property, and small ones beside it. */
  gallery: SharedSite
}

/** Tests that send requests to a site, without a browser. */
export const test = base.extend<object, SharedSites>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
  sample: [async ({}, use) => use(sharedSite('sample')), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  gallery: [async ({}, use) => use(sharedSite('gallery')), { scope: 'worker' }],
})

export { expect }

function sharedSite(name: keyof typeof SHARED_SITES): SharedSite {
  const { url, stateDir } = JSON.parse(process.env[SHARED_SITES[name]] ?? '') as { url: string; stateDir: string }
  return { url, stateDir, index: () => readIndex(stateDir) }
}
