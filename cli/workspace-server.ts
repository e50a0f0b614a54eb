import { formatCount } from '../messages/plural'
import { createStopSignal } from '../server/children'
import { HostedData } from '../tests/support/hosted/data'
import { NOTION_RATE } from '../tests/support/official/api'
import { WorkspaceServer } from '../tests/support/workspace-server'
import { fail } from '../tools/explain-error.mjs'
import { isPort } from './lib/ports'
import { readArguments } from './lib/read-arguments'

/** Serves a folder of record maps with both APIs of Notion, until it is stopped. */
const { positionals } = readArguments({
  name: 'workspace-server',
  about: 'Imitates both APIs of Notion with a folder of record maps, to try the sync without an account.',
  positionals: '[FOLDER] [PORT]',
})
const [folder = 'workspace', port = '4000'] = positionals
if (!isPort(Number(port))) fail(`“${port}” is no port: name a number from 1 to 65535`)
const data = readFolder()
if (data.root === undefined) fail(`${folder} contains no page: name a folder of record maps, such as workspace`)
const server = await WorkspaceServer.start(data, Number(port))
server.official.rate = NOTION_RATE
console.log(
  `A hosted workspace of ${formatCount(server.data.pages().length, 'page')}. To sync it by the private API:\n`,
)
printCommand(server.env)
console.log('Or by the official API, with its limit of 180 requests a minute:\n')
printCommand(server.officialEnv)
createStopSignal().addEventListener('abort', () => void server.stop())
await server.untilStopped()
process.exit()

function readFolder(): HostedData {
  try {
    return HostedData.read(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    fail(`${folder} cannot be read (${reason}): name a folder of record maps, such as workspace`)
  }
}

function printCommand(env: Record<string, string>): void {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  console.log(`  ${settings.join(' ')} npm run sync\n`)
}
