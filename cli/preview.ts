import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getEnv, getProjectFolder } from '../lib/settings/env'
import { createStopSignal } from '../server/children'
import { explainListenError } from '../server/listen'
import { fail } from '../tools/explain-error.mjs'
import { LIST } from './lib/export/output-folder'
import { createPreviewServer, readPreviewRules } from './lib/export/preview'
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
if (!existsSync(path.join(folder, LIST))) fail(`${named} contains no export: write one with npm run export -- ${named}`)
const { port, stateDir } = getEnv()
const dir = realpathSync(folder)
const rules = await readPreviewRules(stateDir, dir)
const server = createPreviewServer(dir, rules).listen(port, '127.0.0.1')
try {
  await once(server, 'listening')
} catch (error) {
  fail(explainListenError(error, port) ?? error)
}
const { port: own } = server.address() as AddressInfo
const as = rules.host === undefined ? 'a host without rules' : `on ${rules.host}`
console.log(`${named} is at http://127.0.0.1:${own}${rules.basePath}/, as ${as}. Stop it with Ctrl+C.`)
createStopSignal().addEventListener('abort', () => process.exit())
