import { createStopSignal } from '../server/children'
import { WorkspaceServer } from '../tests/support/workspace-server'

/** Serves a folder of record maps with the API of a hosted workspace, to try the sync without an account: `workspace-server FOLDER PORT`. */
const [folder = 'workspace', port = '4000'] = process.argv.slice(2)
const server = await WorkspaceServer.start(folder, Number(port))
console.log(`A hosted workspace of ${server.data.pages().length} pages. To sync it:\n`)
const settings = Object.entries(server.env).map(([name, value]) => `${name}=${value}`)
console.log(`  ${settings.join(' ')} npm run sync\n`)
createStopSignal().addEventListener('abort', () => void server.stop())
await server.untilStopped()
process.exit()
