// Blocks the page thread while a file named `<file>.slow` exists beside a file that it opens, as on a slow disk:
// `NODE_OPTIONS=--import=…/slow-reads.mjs`. The search also reads changed pages, and is not blocked.
import { existsSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

const { open } = promises

promises.open = async (file, ...more) => {
  const slow = `${file}.slow`
  if (!process.argv[1]?.endsWith('pages.mjs')) return open(file, ...more)
  if (existsSync(slow)) writeFileSync(slow, 'read')
  while (existsSync(slow)) await pause(10)
  return open(file, ...more)
}
syncBuiltinESMExports()
