/** Thrown if a later try may succeed: the worker of a job failed, or has too many jobs. Visitors get 503. */
export class WorkerNotReadyError extends Error {
  override name = 'WorkerNotReadyError'
  constructor(worker: string) {
    super(`The ${worker} cannot take a job at the moment`)
  }
}

/** Thrown if a job exceeded its deadline; its worker was stopped. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

// Each bundle has its own copy of the classes, so the names are compared.
export const isWorkerNotReady = (error: unknown): boolean =>
  error instanceof Error && error.name === 'WorkerNotReadyError'

export const isDeadlineError = (error: unknown): boolean => error instanceof Error && error.name === 'DeadlineError'
