import { getEnv } from '../lib/env'
import { runNode, untilStopped } from './lib/children'
import { Preparation } from './lib/preparation'

/** The same site with hot reload: code changes show at once, workspace changes on the next visit. */
const env = getEnv()
const stopped = untilStopped()
if (!(await new Preparation(env, stopped).start())) process.exit(1)
await runNode(['node_modules/next/dist/bin/next', 'dev', '--port', String(env.port)], stopped)
process.exit()
