import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { warmUpPageThread } from '../../lib/page/thread/page-thread'
import { getRuntime } from '../../lib/runtime'
import { getEnv, getSettingsKey } from '../../lib/settings/env'
import { prepareNext } from '../next-handler'

/**
 * Serves the prepared site to `npm run export`: on loopback, without limits for clients, and as long as the parent runs. Sends the parent
 * the port.
 */
process.once('disconnect', () => process.exit())
const env = getEnv()
getRuntime().settingsKey = getSettingsKey(env)
warmUpPageThread()
const server = createServer(await prepareNext(env)).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
