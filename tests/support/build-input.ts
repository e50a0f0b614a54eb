import type { BuildInput } from '@/lib/site/prepare/build-site'
import type { BuildSettings } from '@/lib/site/prepare/site-access'
import type { Collection } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { createId } from './records'

/** The settings of a site without configuration, at the start of the Unix epoch. */
export const SETTINGS: BuildSettings = {
  timeZone: 'UTC',
  siteUrl: 'https://tides.example',
  now: 0,
  signIn: false,
  untitled: 'Untitled',
  unnamed: 'Workspace',
  locale: 'en',
}

/** Creates the input from which a site index is built: pages below a page named Root, and their collections. */
export function buildInput(
  pages: PageRecord[],
  collections: Collection[] = [],
  more: Partial<BuildInput> = {},
): BuildInput {
  return {
    snapshot: 'one',
    syncedAt: 0,
    root: createId('Root'),
    languages: [],
    pages: new Map(pages.map((each) => [each.id, each])),
    collections: new Map(collections.map((each) => [each.id, each])),
    collectionHashes: Object.fromEntries(collections.map((each) => [each.id, 'hash'])),
    files: new Map(),
    propertyFiles: new Map(),
    concealedFiles: new Map(),
    failedFiles: new Map(),
    users: {},
    unreadable: [],
    isFilling: false,
    removed: [],
    misnamed: [],
    ...more,
  }
}
