import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { killAll, sendSignal } from '../support/processes'

export interface ProcessGroup {
  child: ChildProcess
  /** Resolves to the exit code of the command, even if processes that it started still run. */
  exited: Promise<number | null>
  /** Kills the command and all processes that it started. */
  end(): void
}

/** Starts a command in a process group of its own. The whole group ends with this process, also after an error. */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
  const child = spawn(command, args, { ...options, detached: true })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const { pid } = child
  const end = () => {
    process.off('exit', end)
    if (pid === undefined) return
    // A descendant may have a group of its own, and a process of the group whose parent has ended is no descendant.
    killAll(pid)
    sendSignal(-pid, 'SIGKILL')
  }
  process.once('exit', end)
  return { child, exited, end }
}
