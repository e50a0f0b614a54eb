import { type Env, EnvironmentError, getEnv } from '../../../lib/settings/env'
import { listUnknownVariables } from '../../../lib/settings/unknown'
import { checkAddress, checkDisk, checkRedis, checkSignIn } from './check-surroundings'
import { checkWorkspace } from './check-workspace'
import { formatResult, type SetupResult } from './result'

const CHECKS: readonly ((env: Env) => Promise<SetupResult>)[] = [
  checkWorkspace,
  checkDisk,
  checkSignIn,
  checkRedis,
  checkAddress,
]

/** Checks everything that the site needs around it, and prints a line for each part. Returns the exit code: 1 if something is wrong. */
export async function printSetup(): Promise<number> {
  let isWrong = false
  const print = (result: SetupResult) => {
    isWrong ||= result.state === 'wrong'
    console.log(formatResult(result))
  }
  const env = readSettings(print)
  if (env !== undefined) for (const check of CHECKS) print(await check(env))
  return isWrong ? 1 : 0
}

function readSettings(print: (result: SetupResult) => void): Env | undefined {
  const part = 'Settings'
  try {
    const env = getEnv()
    const unknown = listUnknownVariables()
    for (const text of unknown) print({ part, state: 'note', text })
    if (unknown.length === 0) print({ part, state: 'ok', text: 'All variables are valid.' })
    return env
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    for (const text of error.problems) print({ part, state: 'wrong', text })
    return undefined
  }
}
