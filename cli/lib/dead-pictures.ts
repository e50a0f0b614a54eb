import type { Finding } from '../../lib/site/prepare/lint'
import type { SiteIndex } from '../../lib/site/site-index'
import type { FileEntry, SnapshotStore } from '../../lib/snapshot/store'
import { DownloadError, type Downloader } from '../../lib/sync/files/download'
import { isUpload } from '../../lib/sync/files/shown-files'
import { isWorkspaceHost } from '../../lib/workspace/ids'
import { collectPictures } from '../../lib/workspace/read/sources'

const LIMITS = {
  /** Addresses that are requested at most, and how many hosts at a time, each one address after another. */
  pictures: 2000,
  hosts: 6,
  /** The time for each, and for all together. */
  pictureMs: 15_000,
  totalMs: 10 * 60_000,
  /** After so many failures of a host in a row, its other pictures fail without a request. */
  failures: 3,
}

interface Source {
  index: SiteIndex
  store: Pick<SnapshotStore, 'page'>
  /** The files that the snapshot contains, by address. */
  files: Readonly<Record<string, FileEntry>>
  downloader: Pick<Downloader, 'probe'>
}

/**
 * Requests the pictures that published pages load from other hosts, and returns those that cannot be loaded, with their pages, and the
 * number of addresses above the limits. Pictures that the snapshot contains are not requested.
 */
export async function findDeadPictures(
  { index, store, files, downloader }: Source,
  options: Partial<typeof LIMITS> = {},
): Promise<{ findings: Finding[]; unchecked: number }> {
  const limits = { ...LIMITS, ...options }
  const pages = new Map<string, string[]>()
  for (const { id, hash, access, readable } of index.pages) {
    if (access.kind === 'unpublished' || !readable) continue
    const stored = await store.page(id, hash).catch(() => undefined)
    const found = Object.values(stored?.blocks ?? {}).flatMap(collectPictures)
    for (const address of new Set(found)) {
      if (!isHotLinked(address, files)) continue
      const known = pages.get(address)
      if (known === undefined) pages.set(address, [id])
      else known.push(id)
    }
  }
  const checked = [...pages.keys()].slice(0, limits.pictures)
  const { failures, skipped } = await probeAll(checked, downloader, limits)
  const findings = [...failures].flatMap(([file, reason]) =>
    (pages.get(file) ?? []).map((page): Finding => ({ kind: 'failed-file', file, reason, page })),
  )
  return { findings, unchecked: pages.size - checked.length + skipped }
}

/** Whether browsers load a picture from another host. Those of Notion are its own, or signed. */
function isHotLinked(address: string, files: Source['files']): boolean {
  if (Object.hasOwn(files, address) || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  return !isWorkspaceHost(new URL(address).hostname) && !isUpload(address)
}

/** Requests addresses of a few hosts at a time. Returns why some cannot be loaded, and how many were left out for lack of time. */
async function probeAll(addresses: readonly string[], downloader: Source['downloader'], limits: typeof LIMITS) {
  const byHost = new Map<string, string[]>()
  for (const address of addresses) {
    const { host } = new URL(address)
    byHost.set(host, [...(byHost.get(host) ?? []), address])
  }
  const failures = new Map<string, string>()
  const hosts = [...byHost.values()]
  const end = performance.now() + limits.totalMs
  let skipped = 0
  const probeHost = async (own: readonly string[]) => {
    let inARow = 0
    let last = ''
    for (const address of own) {
      if (performance.now() > end) skipped++
      else if (inARow >= limits.failures) failures.set(address, last)
      else {
        const failure = await probe(address, downloader, limits.pictureMs)
        inARow = failure?.isHostFailure ? inARow + 1 : 0
        last = failure?.message ?? ''
        if (failure !== undefined) failures.set(address, last)
      }
    }
  }
  const work = async () => {
    for (let own = hosts.shift(); own !== undefined; own = hosts.shift()) await probeHost(own)
  }
  await Promise.all(Array.from({ length: limits.hosts }, work))
  return { failures, skipped }
}

/** Returns why a picture cannot be loaded; undefined if it can. A page instead of a picture is what many servers send for missing ones. */
async function probe(
  address: string,
  downloader: Source['downloader'],
  limitMs: number,
): Promise<DownloadError | undefined> {
  try {
    const type = await downloader.probe(address, limitMs)
    return type.startsWith('text/') ? new DownloadError(`its server sends ${type}`) : undefined
  } catch (error) {
    if (error instanceof DownloadError) return error
    throw error
  }
}
