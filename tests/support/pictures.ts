import { JOBS } from '@/lib/pictures/jobs'
import type { PictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'

/** Does the jobs of the picture process in the process of the test, which needs no compiled code then. */
export function makePicturesHere(): void {
  const run = (name: keyof typeof JOBS, input: never) => JOBS[name](input)
  getRuntime().pictures = { run } as unknown as PictureProcess
}
