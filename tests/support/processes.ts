import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Process {
  pid: number
  /** Resident size. */
  megabytes: number
}

/** Returns a process and all its descendants, the process itself first. */
function listProcesses(root: number): Process[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const collect = (parent: number): Process[] =>
    all.flatMap(([pid = 0, ppid, kilobytes = 0]) =>
      ppid === parent ? [{ pid, megabytes: (kilobytes * 1024) / 1_000_000 }, ...collect(pid)] : [],
    )
  const own = all.find(([pid]) => pid === root)
  return [{ pid: root, megabytes: ((own?.[2] ?? 0) * 1024) / 1_000_000 }, ...collect(root)]
}

/** Returns the resident size of a process and all its descendants, in megabytes. */
export const measureMegabytes = (root: number): number =>
  listProcesses(root).reduce((sum, { megabytes }) => sum + megabytes, 0)

export interface ProcessMemory {
  pid: number
  command: string
  /** Resident size in megabytes. */
  resident: number
  /** Megabytes, with shared memory divided by the number of processes that share it. NaN if the system does not report it. */
  proportional: number
}

/** Returns the memory of all descendants of a process. */
export const measureDescendants = (root: number): ProcessMemory[] => measureProcesses(root).slice(1)

/** Returns the memory of a process and all its descendants, the process itself first. */
export const measureProcesses = (root: number): ProcessMemory[] =>
  listProcesses(root).map(({ pid, megabytes }) => {
    const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return { pid, command: stdout.trim(), resident: megabytes, proportional: readProportionalMegabytes(pid) }
  })

function readProportionalMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return (Number(kilobytes) * 1024) / 1_000_000
  } catch {
    return Number.NaN
  }
}

/** Kills a process and all its descendants at once, as a machine failure would. */
export function killAll(root: number): void {
  for (const { pid } of listProcesses(root)) sendSignal(pid, 'SIGKILL')
}

/** Sends a signal to a process, unless it has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns all descendants of a process, each with the script that it runs. */
export const listDescendants = (root: number): { pid: number; program: string }[] =>
  listProcesses(root)
    .slice(1)
    .map(({ pid }) => {
      const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      return { pid, program: /[\w-]+\.mjs/.exec(stdout)?.[0] ?? 'a process' }
    })

/** Returns the ids of the running children of a process whose command ends with `program`. */
export function findChildren(parent: number, program: string): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid, state = '', ...args] = line.trim().split(/\s+/)
    return Number(ppid) === parent && !state.startsWith('Z') && args.join(' ').endsWith(program) ? [Number(pid)] : []
  })
}

/** Whether a process runs. A zombie process does not. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^\s*[^Z\s]/.test(stdout)
}
