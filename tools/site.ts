import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { THEME_SCRIPT } from '../components/site/theme'
import { getEnv, settingsKey } from '../lib/env'
import { errorPage } from '../lib/formats/error-page'
import { lookOf } from '../lib/site/site-look'
import { buildIfNeeded, readingFace } from './lib/build'
import { end, untilStopped } from './lib/children'
import { visitFirst } from './lib/first-visit'
import { Preparation } from './lib/preparation'
import { isSynced, keepSyncing } from './lib/syncing'

/** Serves the production site on PORT: builds it when its code changed, and keeps up with the workspace while it runs. */
const env = getEnv()
const { locale, redisUrl } = env
const stopped = untilStopped()
await buildIfNeeded(stopped)

/** No visitor waits longer for what others see already. */
const FRESH_WITHIN_MS = 2000

const syncs = await isSynced(env)
// What only several instances need is not loaded for one.
const several = redisUrl === undefined ? undefined : { redisUrl, ...(await import('./lib/instance')) }
const instance = several && new several.Instance(env, several.redisUrl, syncs, refresh)
const alone = instance === undefined ? new Preparation(env, stopped, syncs) : undefined
const syncing = syncs && alone ? keepSyncing(stopped) : undefined
const server = fork(
  'tools/serve.mjs',
  [
    String(env.port),
    String(env.trustProxy),
    settingsKey(env),
    ...(env.clerk ? ['sign-in'] : []),
    ...(env.siteUrl.startsWith('https:') ? ['secure'] : []),
  ],
  {
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // What it reads and leaves is brought there and taken from there.
      ...(several && { STATE_DIR: several.instanceDir(env) }),
    },
  },
)
const ended = once(server, 'exit')
let isListening = false

await instance?.start()
const isServable = instance !== undefined || (await alone?.start()) === true
// A site that is being filled says so until the first pages are there.
if (isServable || syncs) {
  server.on('message', async (message) => {
    if (message !== 'listening') return
    isListening = true
    const pages = await (instance ?? alone)?.pages()
    const what = (syncs || instance) && pages === 0 ? 'being filled' : `${pages} pages`
    console.log(`Colophon is at http://localhost:${env.port} (${what})`)
    await visitFirst(`http://localhost:${env.port}`, instance !== undefined)
  })
  const statuses = [400, 404, 405, 408, 431, 500] as const
  const settings = { locale, look: lookOf(undefined), face: readingFace(), script: THEME_SCRIPT }
  server.send({ errorPages: Object.fromEntries(statuses.map((status) => [status, errorPage(status, settings)])) })
  await Promise.race([ended, once(stopped, 'abort')])
}
process.exitCode = stopped.aborted ? 0 : 1
await Promise.all([end(server), stopped.aborted && syncing])
await instance?.stop()
process.exit()

/** Has the server take up the newest state, of this generation; over when its next answer shows it, and at once before it listens. */
async function refresh(generation: number): Promise<void> {
  if (!server.connected) return
  const isFresh = new Promise<void>((resolve) => {
    const hear = (message: unknown) => {
      if (message !== 'fresh') return
      server.off('message', hear)
      resolve()
    }
    server.on('message', hear)
  })
  server.send({ generation })
  if (!isListening) return
  await Promise.race([isFresh, pause(FRESH_WITHIN_MS)])
}
