import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { spawnGroup } from '@/tests/bench/process-group'
import { isRunning } from '@/tests/support/processes'

/** Longer than the test. The process would end by itself if the test failed. */
const CHILD = 'setTimeout(() => {}, 60_000)'
/** Returns a script that starts a process and prints its id. */
const createParent = (more: string) => `
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(CHILD)}], { stdio: 'ignore', detached: ${more === 'stays'} })
  console.log(child.pid)
  ${more === 'stays' ? CHILD : 'child.unref()'}`

test.each(['stays', 'exits'])('ends the process that a command started when the command %s', async (what) => {
  const group = spawnGroup(process.execPath, ['-e', createParent(what)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(group.end)
  const [line] = (await once(group.child.stdout ?? process.stdin, 'data')) as [Buffer]
  const grandchild = Number(line.toString())
  if (what === 'exits') await expect(group.exited).resolves.toBe(0)
  expect(isRunning(grandchild)).toBe(true)
  group.end()
  await expect.poll(() => isRunning(grandchild)).toBe(false)
})
