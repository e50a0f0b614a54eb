import { spawnSync } from 'node:child_process'

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
