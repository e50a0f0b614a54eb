import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBasePath } from '../lib/base-path'
import { getEnv, setPort } from '../lib/env'
import { warnOfUnknownVariables } from '../lib/env-unknown'
import { createStopSignal, runNode } from '../server/children'
import { listen } from '../server/listen'
import { Preparation } from '../server/preparation'
import { isSynced, keepSyncing } from '../server/syncing'

/** Serves the site with hot reload. Changes of code are shown at once, changes of the workspace on the next visit. */
let env = getEnv()
warnOfUnknownVariables()
// Next.js would print a stack trace if the port is in use.
const probe = createServer()
if (!(await listen(probe, env.port))) process.exit(1)
if (env.port === 0) env = setPort((probe.address() as AddressInfo).port)
probe.close()
const stopped = createStopSignal()
const syncs = await isSynced(env)
const syncing = syncs ? keepSyncing(env, stopped) : undefined
if (!(await new Preparation(env, stopped, syncs).start()) && !syncs) process.exit(1)
const next = ['node_modules/next/dist/bin/next', 'dev', '--port', String(env.port)]
const exitCode = await runNode(next, stopped, { BUILD_BASE_PATH: getBasePath(), NEXT_TELEMETRY_DISABLED: '1' })
if (stopped.aborted) await syncing
process.exit(stopped.aborted ? 0 : (exitCode ?? 1))
