import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { expect, it } from 'vitest'

it('lowers a priority but does not raise a lower one', () => {
  const { code } = transformSync(readFileSync('server/workers/lower-priority.ts', 'utf8'), { loader: 'ts' })
  // Only a process without superuser rights is refused a higher priority.
  const program = `${code}
    import os from 'node:os'
    os.setPriority(0)
    if (process.getuid() === 0) process.setuid(65534)
    lowerPriority()
    console.log(os.getPriority())
    os.setPriority(15)
    lowerPriority()
    console.log(os.getPriority())`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(output).toBe('10\n15\n')
})
