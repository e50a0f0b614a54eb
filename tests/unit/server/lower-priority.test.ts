import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Starts a process that sets a priority, drops superuser rights and calls `lowerPriority`. Returns the resulting priority. */
function lowerPriorityFrom(priority: number): number {
  const code = `
    const os = await import('node:os')
    const { lowerPriority } = await import('./server/workers/lower-priority.ts')
    os.setPriority(${priority})
    if (process.getuid() === 0) process.setuid(65534)
    lowerPriority()
    console.log(os.getPriority())`
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  return Number(output)
}

it('lowers a priority but does not raise a lower one', () => {
  expect(lowerPriorityFrom(0)).toBe(10)
  expect(lowerPriorityFrom(15)).toBe(15)
})
