// Makes a process of the product wait while a file named `<file>.slow` lies beside a file that it opens, as on a slow disk:
// `NODE_OPTIONS=--import=…/slow-reads.mjs`.
import { existsSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

const { open } = promises

promises.open = async (file, ...more) => {
  const slow = `${file}.slow`
  if (existsSync(slow)) writeFileSync(slow, 'read')
  while (existsSync(slow)) await pause(10)
  return open(file, ...more)
}
syncBuiltinESMExports()
