import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder, writeFiles } from '../support/folders'
import { TOKEN } from '../support/official/api'
import { UNUSED_PORT } from '../support/ports'

/** Runs Node.js with arguments until it ends. */
async function runNode(args: readonly string[], variables: Record<string, string> = {}, cwd = process.cwd()) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production' as const, STATE_DIR: createTemporaryFolder(), ...variables }
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

async function occupyPort(): Promise<string> {
  const server = createServer().listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return String((server.address() as { port: number }).port)
}

/** Makes Node.js an older version, which also lacks a method of arrays. Modules of Node.js itself use the method. */
const OLD_NODE = `import 'node:http'
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })
delete Array.prototype.toSorted`

test('the site prints which version of Node.js it needs before it loads its modules', async () => {
  const { code, output } = await runNode([
    '--import',
    `data:text/javascript,${encodeURIComponent(OLD_NODE)}`,
    'dist/site.mjs',
  ])
  expect([code, output]).toEqual([
    1,
    'Colophon needs Node 20.19 or later, and this is 18.20.8: install a newer one from nodejs.org\n',
  ])
})

const WRONG_PORT = 'The environment cannot be used:\n  - PORT is "x", but must be a whole number from 0 to 65535\n'

test.each<[what: string, args: string[], variables: Record<string, string>, output: string]>([
  ['the site with an invalid variable', ['dist/site.mjs'], { PORT: 'x' }, WRONG_PORT],
  ['a build with an invalid variable', ['tools/run.mjs', 'build'], { PORT: 'x' }, WRONG_PORT],
  [
    'a check with an unknown option',
    ['tools/run.mjs', 'check', '--wrong'],
    {},
    "Unknown option '--wrong': npm run check -- --help lists what it takes\n",
  ],
  [
    'a setup without a connection to Notion',
    ['tools/run.mjs', 'setup', 'comments'],
    {
      NOTION_ROOT_PAGE: '0'.repeat(32),
      NOTION_INTEGRATION_TOKEN: TOKEN,
      NOTION_API_BASE_URL: `http://127.0.0.1:${UNUSED_PORT}`,
    },
    'Notion cannot be reached (no connection (ECONNREFUSED)): check the network and NOTION_API_BASE_URL\n',
  ],
  [
    'a snapshot without arguments',
    ['tools/run.mjs', 'snapshot'],
    {},
    'copy is missing in “copy FROM TO”: npm run snapshot -- --help lists what it takes\n',
  ],
  [
    'a snapshot for an unknown Redis',
    ['tools/run.mjs', 'snapshot', 'copy', '/no/such', 'redis'],
    {},
    '"redis" is the Redis at REDIS_URL, which is not set: set it to its address\n',
  ],
  [
    'a preview of a new folder',
    ['tools/run.mjs', 'preview', '/no/such'],
    {},
    '/no/such contains no export: write one with npm run export -- /no/such\n',
  ],
  [
    'a preview of a folder of other files',
    ['tools/run.mjs', 'preview', 'tests/schemas'],
    {},
    'tests/schemas contains no export: name the folder of an export\n',
  ],
  [
    'a sync that another process started, which has logged the misspelt variable',
    ['dist/sync.mjs', '--scheduled'],
    { SITE_ACENT: 'red' },
    'There is nothing to sync: set NOTION_ROOT_PAGE to the address of the root page in Notion (••• → Copy link)\n',
  ],
  [
    'the workspace server without a folder',
    ['tools/run.mjs', 'workspace-server', '/no/such', '4000'],
    {},
    "/no/such cannot be read (ENOENT: no such file or directory, scandir '/no/such'): name a folder of record maps, such as workspace\n",
  ],
  [
    'the workspace server without pages',
    ['tools/run.mjs', 'workspace-server', 'tests/schemas', '4000'],
    {},
    'tests/schemas contains no page: name a folder of record maps, such as workspace\n',
  ],
  [
    'the workspace server with an invalid port',
    ['tools/run.mjs', 'workspace-server', 'workspace', 'x'],
    {},
    '“x” is no port: name a number from 1 to 65535\n',
  ],
])('%s prints one sentence and exits with 1', async (_, args, variables, output) => {
  expect(await runNode(args, variables)).toEqual({ code: 1, output })
})

test.each([
  ['the development server', ['dev'], 'set PORT to another one'],
  ['the workspace server', ['workspace-server', 'workspace'], 'end the program that uses it, or choose another port'],
])('%s on an occupied port prints one sentence and exits with 1', async (_, [command = '', ...args], todo) => {
  const port = await occupyPort()
  const { code, output } = await runNode(['tools/run.mjs', command, ...args, ...(command === 'dev' ? [] : [port])], {
    PORT: command === 'dev' ? port : '3000',
  })
  expect([code, output]).toEqual([1, `Port ${port} is in use: ${todo}\n`])
})

test('a command prints one sentence if the .env file cannot be read', async () => {
  const folder = createTemporaryFolder()
  cpSync('tools', path.join(folder, 'tools'), { recursive: true })
  for (const name of ['.env', 'cli', 'node_modules']) mkdirSync(path.join(folder, name))
  writeFiles(folder, {
    'package.json': { type: 'module' },
    'cli/check.ts': '',
    'package-lock.json': { packages: {} },
    'node_modules/.package-lock.json': { packages: {} },
  })
  const { code, output } = await runNode(['tools/run.mjs', 'check'], {}, folder)
  expect([code, output]).toEqual([
    1,
    '.env cannot be read (EISDIR): make it a file that this user may read, or remove it\n',
  ])
})

test('npm start prints how to build the site if there is no build', async () => {
  const folder = createTemporaryFolder()
  cpSync('tools', path.join(folder, 'tools'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const { code, output } = await runNode(['tools/run.mjs', 'start'], {}, folder)
  expect([code, output]).toEqual([
    1,
    'The site is not built: run npm run build first, or npm run site, which builds and serves it.\n',
  ])
})
