import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { expect, it } from 'vitest'

it('lowers a priority but does not raise a lower one', () => {
  const { code } = transformSync(readFileSync('server/workers/lower-priority.ts', 'utf8'), { loader: 'ts' })
  // Only a process without superuser rights is refused a higher priority. The tests may run with a lower one.
  const program = `${code}
    import os from 'node:os'
    if (process.getuid() === 0) process.setuid(65534)
    const inherited = os.getPriority()
    lowerPriority()
    console.log(os.getPriority() === Math.max(inherited, 10))
    const lower = Math.max(inherited, 15)
    os.setPriority(lower)
    lowerPriority()
    console.log(os.getPriority() === lower)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(output).toBe('true\ntrue\n')
})
