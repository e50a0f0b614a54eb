import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getEnv } from '../lib/env'
import { errorPage } from '../lib/formats/error-page'
import { buildIfNeeded } from './lib/build'
import { end, untilStopped } from './lib/children'
import { Preparation } from './lib/preparation'
import { isSynced, keepSyncing } from './lib/syncing'

/** Serves the production site on PORT: builds it when its code changed, and keeps up with the workspace while it runs. */
const env = getEnv()
const stopped = untilStopped()
await buildIfNeeded(stopped)

const syncs = await isSynced(env)
const preparation = new Preparation(env, stopped, syncs)
const syncing = syncs ? keepSyncing(stopped) : undefined
const server = fork('tools/serve.mjs', [String(env.port), String(env.trustProxy), env.clerk ? 'sign-in' : ''], {
  execArgv: [],
  env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
})
const ended = once(server, 'exit')

// A site that is being filled says so until the first pages are there.
if ((await preparation.start()) || syncs) {
  server.once('message', async () => {
    const pages = await preparation.pages()
    const what = syncs && pages === 0 ? 'being filled' : `${pages} pages`
    console.log(`Colophon is at http://localhost:${env.port} (${what})`)
    // A blank question takes up the search index, so that the first visitor who asks need not wait for it.
    const question = { method: 'POST', body: JSON.stringify({ query: '' }) }
    await fetch(`http://localhost:${env.port}/api/search`, question).catch(() => {})
  })
  const { locale } = env
  server.send({ 400: errorPage(400, { locale }), 405: errorPage(405, { locale }), 500: errorPage(500, { locale }) })
  await Promise.race([ended, once(stopped, 'abort')])
}
process.exitCode = stopped.aborted ? 0 : 1
await Promise.all([end(server), stopped.aborted && syncing])
process.exit()
