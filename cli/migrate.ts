import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { removeBasePath } from '../lib/base-path'
import { getEnv, getProjectFolder } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { prepareSite } from '../lib/site/prepare/prepare-site'
import { Site } from '../lib/site/site'
import { getWorkspaceTheme } from '../lib/site/site-settings'
import { openWorkingCopy, readSavedIndex } from '../lib/site/working-copy'
import { findPublicFile } from '../lib/site-folder/public-files'
import { listFolders } from '../lib/site-folder/read-site-folder'
import { setWorkspaceTheme } from '../lib/site-folder/site-folder'
import { createFileCounter } from '../server/progress-line'
import { fail } from '../tools/explain-error.mjs'
import { endWithOutput } from './lib/end-with-output'
import { fetchAddresses } from './lib/migration/fetch-sitemap'
import {
  AddressesError,
  addAddresses,
  createOldAddresses,
  decompress,
  describeSize,
  LIMITS,
  type OldAddresses,
} from './lib/migration/read-addresses'
import { createNearestPageFinder, type Fate, MAX_COMPARED, tryAddress } from './lib/migration/try-addresses'
import { readArguments } from './lib/read-arguments'

/**
 * Tries the addresses of a former site against this one, and prints those that would be lost, with rows for the `Redirects` table. With
 * `--check`, the exit code is 1 if there are any.
 */
endWithOutput()
const { values } = readArguments({
  name: 'migrate',
  about:
    'Tries the addresses of a former site against this one, and prints rows for the Redirects table for those that would be lost.',
  options: {
    from: {
      value: 'URL|FILE',
      about: 'the former site: its sitemap, a list of addresses, or its log in the common or combined format',
      isRequired: true,
    },
    check: { about: 'ends with 1 if an address would be lost' },
  },
})
const from = values.from || fail('Name the former site: npm run migrate -- --from URL, or --from FILE')
const env = getEnv()
warnOfUnknownVariables()
const old = await readAddresses(from)
if (old.paths.size === 0) fail(`${from} contains no address: give a sitemap, a list, or the log of a server`)
await prepareSite(env, Date.now(), { onProgress: createFileCounter('Reading the workspace') })
const index = await readSavedIndex(openWorkingCopy(env))
if (index === undefined) throw new Error('The index that was just prepared is gone')
process.exitCode = printLost(new Site(index), old) > 0 && values.check ? 1 : 0

async function readAddresses(source: string): Promise<OldAddresses> {
  if (/^https?:\/\//i.test(source)) {
    if (!URL.canParse(source)) throw new AddressesError(`${source} is no address`)
    return fetchAddresses(source)
  }
  const file = path.resolve(getProjectFolder(), source)
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : fail(`${source} is not a file: give a file with addresses`)),
    () => fail(`${source} cannot be read: give the address of a site, or a file with addresses`),
  )
  if (size > LIMITS.bytes) throw new AddressesError(describeSize(LIMITS.bytes))
  const found = createOldAddresses()
  addAddresses(decompress(await readFile(file)), found)
  if (found.sitemaps.length > 0)
    throw new AddressesError(`${source} names further sitemaps: give the address of the site`)
  return found
}

/** Prints the result and returns the number of lost addresses. The most requested ones come first. */
function printLost(site: Site, { paths, isCut }: OldAddresses): number {
  const folders = listFolders(env, setWorkspaceTheme(getWorkspaceTheme(site.index)).theme)
  const isPublicFile = (pathname: string) => findPublicFile(pathname, folders) !== undefined
  const counts: Record<Fate, number> = { shown: 0, redirected: 0, deleted: 0, lost: 0 }
  const lost: { path: string; requests: number }[] = []
  for (const [path, requests] of paths) {
    const fate = tryAddress(site, removeBasePath(path) ?? path, isPublicFile)
    counts[fate] += 1
    if (fate === 'lost') lost.push({ path, requests })
  }
  const total = `${paths.size} ${paths.size === 1 ? 'address' : 'addresses'}${isCut ? ' (the first ones)' : ''}`
  console.log(
    `${total}: here ${counts.shown}, redirected ${counts.redirected}, deleted ${counts.deleted}, lost ${lost.length}`,
  )
  if (lost.length === 0) return 0
  const findNearest = createNearestPageFinder(site)
  const rows = lost.sort((a, b) => b.requests - a.requests).map((each) => ({ ...each, near: findNearest(each.path) }))
  const known = rows.flatMap(({ path, near }) => (near === undefined ? [] : [{ path, near }]))
  const unknown = rows.filter(({ near }) => near === undefined)
  if (known.length > 0) {
    console.log(
      '\nRows for the Redirects table, each with the nearest page. Check them, and paste them below its heading:\n',
    )
    for (const { path, near } of known) console.log(`${path}\t${near.path}`)
    console.log('\nThe titles of these pages:\n')
    for (const { path, near } of known) console.log(`  ${path} → “${near.title.replace(/\p{Cc}/gu, ' ')}”`)
  }
  if (unknown.length > 0) {
    const rest = lost.length > MAX_COMPARED ? `, or after the first ${MAX_COMPARED}` : ''
    console.log(`\nWithout a similar page${rest}:\n`)
    for (const { path } of unknown) console.log(path)
  }
  return lost.length
}
