import { once } from 'node:events'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getEnv, getProjectFolder } from '../lib/settings/env'
import { createStopSignal } from '../server/children'
import { explainListenError } from '../server/listen'
import { fail } from '../tools/explain-error.mjs'
import { HOST_NAMES } from './lib/export/hosts'
import { LIST } from './lib/export/output-folder'
import { createPreviewServer, NO_RULES, readPreviewRules } from './lib/export/preview'
import { readArguments } from './lib/read-arguments'

/** Serves an exported folder on loopback until it is stopped. */
const { positionals } = readArguments({
  name: 'preview',
  about:
    'Serves an exported folder at PORT of this machine, as its host would: with its redirects, headers and 404 page.',
  positionals: 'DIR',
})
const [named = ''] = positionals
const folder = path.resolve(getProjectFolder(), named)
if (!existsSync(path.join(folder, LIST))) {
  const isFree = !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0)
  const remedy = isFree ? `write one with npm run export -- ${named}` : 'name the folder of an export'
  fail(`${named} contains no export: ${remedy}`)
}
const { port, stateDir } = getEnv()
const dir = realpathSync(folder)
const found = await readPreviewRules(stateDir, dir)
if (found === undefined) {
  console.warn(
    `The redirects and headers of ${named} are not in STATE_DIR, because it was exported with another one, or moved: set STATE_DIR to that of the export, or export again`,
  )
}
const rules = found ?? NO_RULES
const server = createPreviewServer(dir, rules).listen(port, '127.0.0.1')
try {
  await once(server, 'listening')
} catch (error) {
  fail(explainListenError(error, port) ?? error)
}
const { port: own } = server.address() as AddressInfo
const served = rules.host === undefined ? 'without the rules of a host' : `as ${HOST_NAMES[rules.host]} does`
console.log(`${named} is at http://127.0.0.1:${own}${rules.basePath}/, served ${served}. Stop it with Ctrl+C.`)
createStopSignal().addEventListener('abort', () => process.exit())
