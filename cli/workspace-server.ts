import { untilStopped } from '../server/children'
import { NOTION_RATE } from '../tests/support/official/api'
import { WorkspaceServer } from '../tests/support/workspace-server'

/** Serves a folder of record maps as Notion would: `workspace-server FOLDER PORT`. For trying out sync without an account. */
const [folder = 'workspace', port = '4000'] = process.argv.slice(2)
const server = await WorkspaceServer.start(folder, Number(port))
server.official.rate = NOTION_RATE
console.log(`A hosted workspace of ${server.data.pages().length} pages. To sync it by the private API:\n`)
printCommand(server.env)
console.log('Or by the official API, with its limit of 180 requests a minute:\n')
printCommand(server.officialEnv)
untilStopped().addEventListener('abort', () => void server.stop())
await server.untilStopped()
process.exit()

function printCommand(env: Record<string, string>): void {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  console.log(`  ${settings.join(' ')} npm run sync\n`)
}
