import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Sets a priority, gives up the rights of a superuser, and prints the priority after `lowerPriority`. */
function lowerFrom(priority: number): number {
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

it('lowers a priority, and keeps one that is lower already', () => {
  expect(lowerFrom(0)).toBe(10)
  expect(lowerFrom(15)).toBe(15)
})
