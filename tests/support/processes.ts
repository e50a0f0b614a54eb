import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Process {
  pid: number
  /** Resident size. */
  megabytes: number
}

/** A process and all that it started, itself first. */
function processesOf(root: number): Process[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): Process[] =>
    all.flatMap(([pid = 0, ppid, kilobytes = 0]) =>
      ppid === parent ? [{ pid, megabytes: (kilobytes * 1024) / 1_000_000 }, ...below(pid)] : [],
    )
  const own = all.find(([pid]) => pid === root)
  return [{ pid: root, megabytes: ((own?.[2] ?? 0) * 1024) / 1_000_000 }, ...below(root)]
}

/** Resident size of a process and all that it started. */
export const megabytesOf = (root: number): number =>
  processesOf(root).reduce((sum, { megabytes }) => sum + megabytes, 0)

export interface ProcessMemory {
  pid: number
  command: string
  /** Megabytes. Memory that processes share is proportional to their number; NaN where the system does not report it. */
  resident: number
  proportional: number
}

/** Returns the memory of all processes that a process started, without itself. */
export const memoryBelow = (root: number): ProcessMemory[] =>
  processesOf(root)
    .slice(1)
    .map(({ pid, megabytes }) => {
      const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      return { pid, command: stdout.trim(), resident: megabytes, proportional: proportionalMegabytes(pid) }
    })

function proportionalMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return (Number(kilobytes) * 1024) / 1_000_000
  } catch {
    return Number.NaN
  }
}

/** Ends a process and all that it started at once, as a machine that goes away would. */
export function killAll(root: number): void {
  for (const { pid } of processesOf(root)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** All processes below one, each with the script that it runs. */
export const belowOf = (root: number): { pid: number; program: string }[] =>
  processesOf(root)
    .slice(1)
    .map(({ pid }) => {
      const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      return { pid, program: /[\w-]+\.mjs/.exec(stdout)?.[0] ?? 'a process' }
    })

/** The ids of the processes that a process started with a program, without those that have ended. */
export function childrenOf(parent: number, program: string): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid, state = '', ...args] = line.trim().split(/\s+/)
    return Number(ppid) === parent && !state.startsWith('Z') && args.join(' ').endsWith(program) ? [Number(pid)] : []
  })
}

/** Whether a process runs; one that ended and that its parent has not noticed yet does not. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^\s*[^Z\s]/.test(stdout)
}
