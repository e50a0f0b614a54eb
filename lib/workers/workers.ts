import { getRuntime } from '../runtime'
import type { WorkerKind } from './job-queue'

interface WorkerState {
  isRunning: boolean
  /** Why jobs cannot be done reliably at the moment. */
  failure?: string
}

/** Returns the workers of this process by the kind of their jobs; undefined before the first job. */
export function getWorkers(): Record<WorkerKind, WorkerState | undefined> {
  const { pageThread, pictures, searchIndex } = getRuntime()
  return { pages: pageThread, pictures, search: searchIndex }
}
