import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { idFor } from '@/tests/support/hosted/data'
import type { Fault } from '@/tests/support/hosted/faults'
import { randomFrom } from '../workspace'
import { damageFiles, loseFolder } from './damage'
import { type Ending, type Random, RecordedDisk, writeTree } from './disk'
import { SCHEDULED_AT } from './hosted'
import { Clock, differenceBetween, isScheduledRight, Watch } from './watch'
import type { World } from './world'

/** A site has so long to get over a fault, with a refresh at each interval. */
const CONVERGES_WITHIN_MS = 60_000
const INTERVAL_MS = 5000
/** No process has it, because it is larger than any. */
const DEAD_PID = 4_194_304
const HOUR = 3_600_000

/** A disturbed site. */
interface Case {
  world: World
  random: Random
  watch: Watch
  clock: Clock
}

/** Each returns what it did, in a few words. */
export const FOLDER_FAULTS: Record<string, (test: Case) => Promise<string>> = {
  'kill during a refresh': (test) => endDuring(test, 'kill'),
  'power cut during a refresh': (test) => endDuring(test, 'power'),
  'kill during a first sync': (test) => endFirst(test, 'kill'),
  'power cut during a first sync': (test) => endFirst(test, 'power'),
  async 'damaged files'({ world, random, watch }) {
    const done = damageFiles(world.disk, random)
    // A process that is running meets them, or one that starts.
    if (random(2) === 0) world.restart()
    await watch.look()
    // Content that is not edited must come back, too.
    if (random(2) === 0) edit(world)
    return done
  },
  async 'a lost folder'({ world, random, watch }) {
    const done = loseFolder(world.disk, random)
    if (random(2) === 0) world.restart()
    await watch.look()
    // Content that is not edited must come back, too.
    if (random(2) === 0) edit(world)
    return done
  },
  async 'a failing workspace'({ world, random, watch }) {
    edit(world)
    const fault = hostedFault(random)
    world.server.faults.push(fault)
    await watch.during(world.refresh())
    return `${fault.kind}${fault.call === undefined ? '' : ` of ${fault.call}`}`
  },
  async 'a first sync from a failing workspace'({ world, random, watch }) {
    writeTree(world.disk, new Map())
    world.restart()
    const fault = hostedFault(random)
    world.server.faults.push(fault)
    await watch.during(world.refresh())
    return `${fault.kind}${fault.call === undefined ? '' : ` of ${fault.call}`}`
  },
  async 'a file host that fails'({ world, watch }) {
    writeTree(world.disk, new Map())
    world.restart()
    const { signedAddress } = world.server
    world.server.signedAddress = (address) => signedAddress(address)?.replace('signature=', 'signature=0')
    await watch.during(world.refresh())
    world.server.signedAddress = signedAddress
    return 'every file is refused'
  },
  async 'blocks that come late'({ world, random, watch }) {
    if (random(2) === 0) {
      writeTree(world.disk, new Map())
      world.restart()
    } else edit(world)
    const blocks = [...world.server.data.block.values()].filter(({ type }) => type !== 'page')
    const late = new Set(blocks.filter(() => random(10) < 3).map(({ id }) => id))
    const restore = leaveOut(world, late)
    await watch.during(world.refresh())
    restore()
    return `${late.size} blocks`
  },
  async 'a clock that is set'({ world, random, watch, clock }) {
    const jumps = [-2 * HOUR, 2 * HOUR, -24 * HOUR, SCHEDULED_AT + HOUR - Date.now()]
    const jump = jumps[random(jumps.length)] ?? 0
    edit(world)
    clock.set(jump)
    await watch.during(world.refresh())
    if (!(await isScheduledRight(world))) watch.failures.add('a scheduled page did not follow the clock')
    if (random(2) === 0) {
      clock.set(-jump)
      await watch.during(world.refresh())
      if (!(await isScheduledRight(world))) watch.failures.add('a scheduled page did not follow the clock back')
    }
    return `by ${Math.round(jump / HOUR)} hours`
  },
}

export interface CaseResult {
  seed: number
  name: string
  /** What a visitor may not see, and that the site did not get over it. */
  failures: string[]
}

/** Runs the case of a seed: a fault, and then refreshes until the site shows what an undisturbed one does. */
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
    const left = await converge(world, watch, clock)
    if (left !== undefined) watch.failures.add(`it did not converge: ${left}`)
    return { seed, name: `${name} (${done})`, failures: [...watch.failures] }
  } finally {
    clock.restore()
  }
}

async function converge(world: World, watch: Watch, clock: Clock): Promise<string | undefined> {
  const wanted = await world.undisturbed()
  let left: string | undefined
  for (let passed = 0; passed < CONVERGES_WITHIN_MS; passed += INTERVAL_MS) {
    await watch.during(world.refresh())
    await watch.look()
    left = differenceBetween(await world.outputs(), wanted)
    if (left === undefined) return undefined
    clock.pass(INTERVAL_MS)
  }
  return left
}

/** Edits a page, adds one, and withdraws one. */
function edit({ server: { editor } }: World): void {
  editor.write(idFor('Tides'), 'High at noon')
  editor.addPage(idFor('Boats'), 'Rudders', 'Made of oak')
  editor.delete(idFor('Withdrawn'))
}

/** Everything ends at a moment of a refresh; the site is started again on what is on the disk. */
async function endDuring({ world, random, watch }: Case, ending: Ending): Promise<string> {
  edit(world)
  const disk = new RecordedDisk(world.disk)
  await watch.during(world.refresh()).finally(() => disk.stop())
  return restartFrom(world, disk, ending, random, watch)
}

async function endFirst({ world, random, watch }: Case, ending: Ending): Promise<string> {
  writeTree(world.disk, new Map())
  world.restart()
  const disk = new RecordedDisk(world.disk)
  await watch.during(world.refresh()).finally(() => disk.stop())
  return restartFrom(world, disk, ending, random, watch)
}

async function restartFrom(world: World, disk: RecordedDisk, ending: Ending, random: Random, watch: Watch) {
  const events = disk.stop()
  const moment = random(events + 1)
  writeTree(world.disk, disk.imageAt(moment, ending, random))
  nameDeadOwner(path.join(world.env.workspaceDir, '.sync', 'lock'))
  world.restart()
  // This process served the withdrawal before the moment it was set back to.
  watch.forget()
  await watch.look()
  return `after ${moment} of ${events} steps`
}

/** The process that made the lock is over, but here it is this one. */
function nameDeadOwner(lock: string): void {
  try {
    const owner = readFileSync(lock, 'utf8')
    writeFileSync(lock, owner.replace(`"pid":${process.pid}`, `"pid":${DEAD_PID}`))
  } catch {
    // There was none at that moment.
    rmSync(lock, { force: true })
  }
}

/** Makes the workspace omit these blocks from its responses. Returns a function that ends this. */
function leaveOut({ server: { answers } }: World, late: ReadonlySet<string>): () => void {
  const calls = ['loadPageChunk', 'syncRecordValuesMain', 'queryCollection'] as const
  for (const call of calls) {
    const answer = answers[call].bind(answers)
    answers[call] = (body) => {
      const given = answer(body) as { recordMap: { block?: Record<string, unknown> } }
      for (const id of late) delete given.recordMap.block?.[id]
      return given
    }
  }
  return () => {
    for (const call of calls) Reflect.deleteProperty(answers, call)
  }
}

function hostedFault(random: Random): Fault {
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
