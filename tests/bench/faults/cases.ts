import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { idFor } from '@/tests/support/hosted/data'
import type { Fault } from '@/tests/support/hosted/faults'
import { randomFrom } from '../workspace'
import { damageFiles, deleteFolder } from './damage'
import { type Ending, type Random, RecordedDisk, writeTree } from './disk'
import { SCHEDULED_AT } from './hosted'
import { Clock, findDifference, isScheduledCorrectly, Watch } from './watch'
import type { World } from './world'

/** The longest time until a site recovers from a fault, with a refresh at each interval. */
const CONVERGES_WITHIN_MS = 60_000
const INTERVAL_MS = 5000
/** A process id that is larger than any possible one. */
const DEAD_PID = 4_194_304
const HOUR = 3_600_000

/** A disturbed site. */
interface Case {
  world: World
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
  async 'damaged files'({ world, random, watch }) {
    const done = damageFiles(world.disk, random)
    // Either the running process reads the damaged files, or one that starts.
    if (random(2) === 0) world.restart()
    await watch.visitAll()
    // Content must also recover without an edit.
    if (random(2) === 0) editWorkspace(world)
    return done
  },
  async 'a lost folder'({ world, random, watch }) {
    const done = deleteFolder(world.disk, random)
    if (random(2) === 0) world.restart()
    await watch.visitAll()
    // Content must also recover without an edit.
    if (random(2) === 0) editWorkspace(world)
    return done
  },
  async 'a failing workspace'({ world, random, watch }) {
    editWorkspace(world)
    const fault = pickFault(random)
    world.server.faults.push(fault)
    await watch.during(world.refresh())
    return `${fault.kind}${fault.call === undefined ? '' : ` of ${fault.call}`}`
  },
  async 'a first sync from a failing workspace'({ world, random, watch }) {
    writeTree(world.disk, new Map())
    world.restart()
    const fault = pickFault(random)
    world.server.faults.push(fault)
    await watch.during(world.refresh())
    return `${fault.kind}${fault.call === undefined ? '' : ` of ${fault.call}`}`
  },
  async 'a file host that fails'({ world, watch }) {
    writeTree(world.disk, new Map())
    world.restart()
    const { signAddress } = world.server
    world.server.signAddress = (address) => signAddress(address)?.replace('signature=', 'signature=0')
    await watch.during(world.refresh())
    world.server.signAddress = signAddress
    return 'all files are refused'
  },
  async 'blocks that come late'({ world, random, watch }) {
    if (random(2) === 0) {
      writeTree(world.disk, new Map())
      world.restart()
    } else editWorkspace(world)
    const blocks = [...world.server.data.block.values()].filter(({ type }) => type !== 'page')
    const late = new Set(blocks.filter(() => random(10) < 3).map(({ id }) => id))
    const restore = omitBlocks(world, late)
    await watch.during(world.refresh())
    restore()
    return `${late.size} blocks`
  },
  async 'a clock that is set'({ world, random, watch, clock }) {
    const jumps = [-2 * HOUR, 2 * HOUR, -24 * HOUR, SCHEDULED_AT + HOUR - Date.now()]
    const jump = jumps[random(jumps.length)] ?? 0
    editWorkspace(world)
    clock.set(jump)
    await watch.during(world.refresh())
    if (!(await isScheduledCorrectly(world))) watch.failures.add('a scheduled page did not follow the clock')
    if (random(2) === 0) {
      clock.set(-jump)
      await watch.during(world.refresh())
      if (!(await isScheduledCorrectly(world))) watch.failures.add('a scheduled page did not follow the clock back')
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
export async function runFolderCase(world: World, seed: number): Promise<CaseResult> {
  world.reset()
  const random = randomFrom(seed)
  const names = Object.keys(FOLDER_FAULTS)
  const name = names[random(names.length)] ?? ''
  const watch = new Watch(world)
  const clock = new Clock()
  try {
    const done = await FOLDER_FAULTS[name]?.({ world, random, watch, clock })
    world.server.faults.length = 0
    const difference = await waitForConvergence(world, watch, clock)
    if (difference !== undefined) watch.failures.add(`it did not converge: ${difference}`)
    return { seed, name: `${name} (${done})`, failures: [...watch.failures] }
  } finally {
    clock.restore()
  }
}

async function waitForConvergence(world: World, watch: Watch, clock: Clock): Promise<string | undefined> {
  const expected = await world.getUndisturbedOutputs()
  let difference: string | undefined
  for (let passed = 0; passed < CONVERGES_WITHIN_MS; passed += INTERVAL_MS) {
    await watch.during(world.refresh())
    await watch.visitAll()
    difference = findDifference(await world.getOutputs(), expected)
    if (difference === undefined) return undefined
    clock.pass(INTERVAL_MS)
  }
  return difference
}

/** Edits a page, adds one, and withdraws one. */
function editWorkspace({ server: { editor } }: World): void {
  editor.write(idFor('Tides'), 'High at noon')
  editor.addPage(idFor('Boats'), 'Rudders', 'Made of oak')
  editor.delete(idFor('Withdrawn'))
}

/** Ends the site at a random moment of a refresh, and starts it again on the resulting disk. */
async function crashDuringRefresh({ world, random, watch }: Case, ending: Ending): Promise<string> {
  editWorkspace(world)
  const disk = new RecordedDisk(world.disk)
  await watch.during(world.refresh()).finally(() => disk.stop())
  return restartAtMoment(world, disk, ending, random, watch)
}

async function crashDuringFirstSync({ world, random, watch }: Case, ending: Ending): Promise<string> {
  writeTree(world.disk, new Map())
  world.restart()
  const disk = new RecordedDisk(world.disk)
  await watch.during(world.refresh()).finally(() => disk.stop())
  return restartAtMoment(world, disk, ending, random, watch)
}

async function restartAtMoment(world: World, disk: RecordedDisk, ending: Ending, random: Random, watch: Watch) {
  const events = disk.stop()
  const moment = random(events + 1)
  writeTree(world.disk, disk.imageAt(moment, ending, random))
  setDeadOwner(path.join(world.env.workspaceDir, '.sync', 'lock'))
  world.restart()
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
function omitBlocks({ server: { privateApi } }: World, late: ReadonlySet<string>): () => void {
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
    'hang in compressed body',
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
