import { JOBS } from '@/lib/pictures/jobs'
import type { PictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'

/** Makes picture jobs run in the process of the test, so that no compiled code is needed. */
export function runPictureJobsInProcess(): void {
  const run = (name: keyof typeof JOBS, input: never) => JOBS[name](input)
  getRuntime().pictures = { run } as unknown as PictureProcess
}
