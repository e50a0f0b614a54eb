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
