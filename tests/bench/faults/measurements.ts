import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from '@/tests/support/site'
import { atMost, type Measurement } from '../measurements'
import { type CaseResult, runFolderCase } from './cases'
import { measureFlushing } from './flushing'
import { RedisHarness } from './redis-cases'
import { BuiltSiteHarness } from './site-cases'
import { SiteSimulation } from './site-simulation'

const HOW =
  'Faults: each seeded case disturbs a site while its pages are visited. It passes if no visit gets a wrong 404 or 410, wrong bytes of a file, or withdrawn content, and if within 60 s the site equals an undisturbed one. Of 25 cases, one ends processes of a built site and one disturbs Redis and its writer; the others disturb the folders, the hosted workspace and the clock of a sync, a preparation and a store in one process, with a refresh every 5 s, and compare all pages and files byte by byte. Power cuts are simulated: the order of writes, renames and flushes is recorded, and the disk is rebuilt as of a moment, without data that was not flushed.'
/** Of so many consecutive seeds, one is a case of a built site, and one of Redis. */
const KINDS = 25
/** A run of fewer cases skips the measurement of flushing, which takes minutes. */
const FULL_RUN = 500

export interface FaultOptions {
  seed: number
  cases: number
}

/** Runs the cases of consecutive seeds, prints those that fail with their seeds, and measures the cost of flushing. */
export async function measureFaults({ seed, cases }: FaultOptions): Promise<Measurement[]> {
  console.log(`Faults: ${cases} cases from seed ${seed}`)
  const failed: CaseResult[] = []
  const note = (result: CaseResult) => {
    if (result.failures.length === 0) return
    failed.push(result)
    console.log(`--seed ${result.seed}: ${result.name}: ${result.failures.join('; ')}`)
  }
  const seeds = Array.from({ length: cases }, (_, at) => seed + at)
  const filterSeeds = (isIncluded: (kind: number) => boolean) => seeds.filter((each) => isIncluded(each % KINDS))
  await runFolderCases(
    filterSeeds((kind) => kind > 1),
    note,
  )
  await runSiteCases(
    filterSeeds((kind) => kind === 0),
    note,
  )
  await runRedisCases(
    filterSeeds((kind) => kind === 1),
    note,
  )
  const measurement = atMost('faults', HOW)(`failing cases of ${cases}`, failed.length, 'cases', 0)
  return cases < FULL_RUN ? [measurement] : [measurement, ...(await measureFlushing())]
}

export async function runFolderCases(seeds: readonly number[], done: (result: CaseResult) => void): Promise<void> {
  if (seeds.length === 0) return
  const dir = path.join(createFolder('faults'), 'simulation')
  mkdirSync(dir)
  // The product logs each damaged file.
  const { error } = console
  console.error = () => {}
  const simulation = await SiteSimulation.start(dir)
  try {
    for (const seed of seeds) done(await runFolderCase(simulation, seed))
  } finally {
    await simulation.stop()
    console.error = error
  }
}

async function runSiteCases(seeds: readonly number[], done: (result: CaseResult) => void): Promise<void> {
  if (seeds.length === 0) return
  const harness = await BuiltSiteHarness.start()
  try {
    for (const seed of seeds) done(await harness.run(seed))
    done({ seed: seeds[0] ?? 0, name: 'a built site in the end', failures: await harness.findDifferences() })
  } finally {
    await harness.stop()
  }
}

async function runRedisCases(seeds: readonly number[], done: (result: CaseResult) => void): Promise<void> {
  if (seeds.length === 0) return
  const harness = await RedisHarness.start()
  try {
    for (const seed of seeds) done(await harness.run(seed))
  } finally {
    await harness.stop()
  }
}
