import { createStopSignal } from '../server/children'
import { NOTION_RATE } from '../tests/support/official/api'
import { WorkspaceServer } from '../tests/support/workspace-server'

/** Serves a folder of record maps with both APIs of Notion, to try the sync without an account: `workspace-server FOLDER PORT`. */
const [folder = 'workspace', port = '4000'] = process.argv.slice(2)
const server = await WorkspaceServer.start(folder, Number(port))
server.official.rate = NOTION_RATE
console.log(`A hosted workspace of ${server.data.pages().length} pages. To sync it by the private API:\n`)
printCommand(server.env)
console.log('Or by the official API, with its limit of 180 requests a minute:\n')
printCommand(server.officialEnv)
createStopSignal().addEventListener('abort', () => void server.stop())
await server.untilStopped()
process.exit()

function printCommand(env: Record<string, string>): void {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  console.log(`  ${settings.join(' ')} npm run sync\n`)
}
