import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createHostedId } from '@/tests/support/hosted/data'
import type { Fault } from '@/tests/support/hosted/faults'
import { createRandom } from '../workspace'
import { damageFiles, deleteFolder } from './damage'
import { type Ending, type Random, RecordedDisk, writeTree } from './disk'
import { SCHEDULED_AT } from './hosted'
import type { SiteSimulation } from './site-simulation'
import { Clock, findDifference, isScheduledCorrectly, Watch } from './watch'

/** The longest time until a site recovers from a fault, with a refresh at each interval. */
const CONVERGES_WITHIN_MS = 60_000
const INTERVAL_MS = 5000
/** A process id that is larger than any possible one. */
const DEAD_PID = 4_194_304
const HOUR = 3_600_000

/** A disturbed site. */
interface Case {
  simulation: SiteSimulation
  random: Random
  watch: Watch
  clock: Clock
}

/** Faults by name. Each returns a short description. */
export const FOLDER_FAULTS: Record<string, (test: Case) => Promise<string>> = {
  'kill during a refresh': (test) => crashDuringRefresh(test, 'kill'),
  'power cut during a refresh': (test) => crashDuringRefresh(test, 'power'),
  'kill during a first sync': (test) => crashDuringFirstSync(test, 'kill'),
  'power cut during a first sync': (test) => crashDuringFirstSync(test, 'power'),
  async 'damaged files'({ simulation, random, watch }) {
    const done = damageFiles(simulation.disk, random)
    // Either the running process reads the damaged files, or one that starts.
    if (random(2) === 0) simulation.restart()
    await watch.visitAll()
    // Content must also recover without an edit.
    if (random(2) === 0) editWorkspace(simulation)
    return done
  },
  async 'a lost folder'({ simulation, random, watch }) {
    const done = deleteFolder(simulation.disk, random)
    if (random(2) === 0) simulation.restart()
    await watch.visitAll()
    // Content must also recover without an edit.
    if (random(2) === 0) editWorkspace(simulation)
    return done
  },
  async 'a failing workspace'({ simulation, random, watch }) {
    editWorkspace(simulation)
    const fault = pickFault(random)
    simulation.server.faults.push(fault)
    await watch.during(simulation.refresh())
    return `${fault.kind}${fault.call === undefined ? '' : ` of ${fault.call}`}`
  },
  async 'a first sync from a failing workspace'({ simulation, random, watch }) {
    writeTree(simulation.disk, new Map())
    simulation.restart()
    const fault = pickFault(random)
    simulation.server.faults.push(fault)
    await watch.during(simulation.refresh())
    return `${fault.kind}${fault.call === undefined ? '' : ` of ${fault.call}`}`
  },
  async 'a file host that fails'({ simulation, watch }) {
    writeTree(simulation.disk, new Map())
    simulation.restart()
    const { signAddress } = simulation.server
    simulation.server.signAddress = (address) => signAddress(address)?.replace('signature=', 'signature=0')
    await watch.during(simulation.refresh())
    simulation.server.signAddress = signAddress
    return 'all files are refused'
  },
  async 'blocks that come late'({ simulation, random, watch }) {
    if (random(2) === 0) {
      writeTree(simulation.disk, new Map())
      simulation.restart()
    } else editWorkspace(simulation)
    const blocks = [...simulation.server.data.block.values()].filter(({ type }) => type !== 'page')
    const late = new Set(blocks.filter(() => random(10) < 3).map(({ id }) => id))
    const restore = omitBlocks(simulation, late)
    await watch.during(simulation.refresh())
    restore()
    return `${late.size} blocks`
  },
  async 'a clock that is set'({ simulation, random, watch, clock }) {
    const jumps = [-2 * HOUR, 2 * HOUR, -24 * HOUR, SCHEDULED_AT + HOUR - Date.now()]
    const jump = jumps[random(jumps.length)] ?? 0
    editWorkspace(simulation)
    clock.set(jump)
    await watch.during(simulation.refresh())
    if (!(await isScheduledCorrectly(simulation))) watch.failures.add('a scheduled page did not follow the clock')
    if (random(2) === 0) {
      clock.set(-jump)
      await watch.during(simulation.refresh())
      if (!(await isScheduledCorrectly(simulation)))
        watch.failures.add('a scheduled page did not follow the clock back')
    }
    return `by ${Math.round(jump / HOUR)} hours`
  },
}

export interface CaseResult {
  seed: number
  name: string
  /** Responses that no visitor may get, and whether the site did not recover. */
  failures: string[]
}

/** Runs the case of a seed: a fault, then refreshes until the site has the outputs of an undisturbed one. */
export async function runFolderCase(simulation: SiteSimulation, seed: number): Promise<CaseResult> {
  simulation.reset()
  const random = createRandom(seed)
  const names = Object.keys(FOLDER_FAULTS)
  const name = names[random(names.length)] ?? ''
  const watch = new Watch(simulation)
  const clock = new Clock()
  try {
    const done = await FOLDER_FAULTS[name]?.({ simulation, random, watch, clock })
    simulation.server.faults.length = 0
    const difference = await waitForConvergence(simulation, watch, clock)
    if (difference !== undefined) watch.failures.add(`it did not converge: ${difference}`)
    return { seed, name: `${name} (${done})`, failures: [...watch.failures] }
  } finally {
    clock.restore()
  }
}

async function waitForConvergence(simulation: SiteSimulation, watch: Watch, clock: Clock): Promise<string | undefined> {
  const expected = await simulation.getUndisturbedOutputs()
  let difference: string | undefined
  for (let passed = 0; passed < CONVERGES_WITHIN_MS; passed += INTERVAL_MS) {
    await watch.during(simulation.refresh())
    await watch.visitAll()
    difference = findDifference(await simulation.getOutputs(), expected)
    if (difference === undefined) return undefined
    clock.pass(INTERVAL_MS)
  }
  return difference
}

/** Edits a page, adds one, and withdraws one. */
function editWorkspace({ server: { editor } }: SiteSimulation): void {
  editor.write(createHostedId('Tides'), 'High at noon')
  editor.addPage(createHostedId('Boats'), 'Rudders', 'Made of oak')
  editor.delete(createHostedId('Withdrawn'))
}

/** Ends the site at a random moment of a refresh, and starts it again on the resulting disk. */
async function crashDuringRefresh({ simulation, random, watch }: Case, ending: Ending): Promise<string> {
  editWorkspace(simulation)
  const disk = new RecordedDisk(simulation.disk)
  await watch.during(simulation.refresh()).finally(() => disk.stop())
  return restartAtMoment(simulation, disk, ending, random, watch)
}

async function crashDuringFirstSync({ simulation, random, watch }: Case, ending: Ending): Promise<string> {
  writeTree(simulation.disk, new Map())
  simulation.restart()
  const disk = new RecordedDisk(simulation.disk)
  await watch.during(simulation.refresh()).finally(() => disk.stop())
  return restartAtMoment(simulation, disk, ending, random, watch)
}

async function restartAtMoment(
  simulation: SiteSimulation,
  disk: RecordedDisk,
  ending: Ending,
  random: Random,
  watch: Watch,
) {
  const events = disk.stop()
  const moment = random(events + 1)
  writeTree(simulation.disk, disk.imageAt(moment, ending, random))
  setDeadOwner(path.join(simulation.env.workspaceDir, '.sync', 'lock'))
  simulation.restart()
  // The visits may have seen the withdrawal after the moment to which the disk was reset.
  watch.resetWithdrawal()
  await watch.visitAll()
  return `after ${moment} of ${events} steps`
}

/** Names a dead process in a lock. The real owner would have ended, but here it is this process. */
function setDeadOwner(lock: string): void {
  try {
    const owner = readFileSync(lock, 'utf8')
    writeFileSync(lock, owner.replace(`"pid":${process.pid}`, `"pid":${DEAD_PID}`))
  } catch {
    // There was no lock at that moment.
    rmSync(lock, { force: true })
  }
}

/** Makes the workspace omit blocks from its responses. Returns a function that undoes this. */
function omitBlocks({ server: { privateApi } }: SiteSimulation, late: ReadonlySet<string>): () => void {
  const calls = ['loadPageChunk', 'syncRecordValuesMain', 'queryCollection'] as const
  for (const call of calls) {
    const original = privateApi[call].bind(privateApi)
    privateApi[call] = (body) => {
      const response = original(body) as { recordMap: { block?: Record<string, unknown> } }
      for (const id of late) delete response.recordMap.block?.[id]
      return response
    }
  }
  return () => {
    for (const call of calls) Reflect.deleteProperty(privateApi, call)
  }
}

function pickFault(random: Random): Fault {
  const kinds: Fault['kind'][] = [
    'slow',
    'busy',
    'error',
    'unauthorized',
    'refused',
    'hang',
    'hang in body',
    // Twice, so that the numbers of earlier cases select the same faults.
    'hang in body',
    'reset',
    'html',
    'cut',
    'no map',
  ]
  const calls = [undefined, 'loadPageChunk', 'syncRecordValuesMain', 'queryCollection', 'getSignedFileUrls']
  const kind = kinds[random(kinds.length)] ?? 'error'
  const [call, times] = [calls[random(calls.length)], 1 + random(6)]
  return {
    kind,
    times,
    ...(call && { call }),
    ...(kind === 'slow' && { wait: 200 }),
    ...(kind === 'busy' && { wait: 0 }),
  }
}
