/** A job as a worker (a thread or a child process) receives it. */
export interface JobRequest {
  id: number
  name: string
  input: unknown
}

/** A message of a worker: `ready` once it can take jobs, if its start takes long, and a reply to each job. */
export type Message = 'ready' | Reply
export type Reply = { id: number } & ({ result: unknown } | { failed: string })

/** Does a job and returns its reply. Never throws. */
export async function runJob(
  { id, name, input }: JobRequest,
  work: (name: string, input: unknown) => Promise<unknown>,
): Promise<Reply> {
  try {
    return { id, result: await work(name, input) }
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) }
  }
}
