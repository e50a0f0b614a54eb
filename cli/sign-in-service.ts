import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getEnv } from '../lib/settings/env'
import { createStopSignal } from '../server/children'
import { VERIFICATION_CODE } from '../tests/support/sign-in/people'
import { startSignInService } from '../tests/support/sign-in/service'
import { fail } from '../tools/explain-error.mjs'
import { readSignInPorts } from './lib/ports'
import { readArguments } from './lib/read-arguments'

/** Starts a sign-in service on this machine, until it is stopped. */
const FOLDER = '.cache/sign-in-service'

const { positionals } = readArguments({
  name: 'sign-in-service',
  about: 'Imitates the sign-in service, to try the site for members without an account.',
  positionals: '[PORT] [SITE-PORT]',
})
const ports =
  readSignInPorts(positionals, getEnv().port) ??
  fail('PORT and SITE-PORT must be two different numbers from 1 to 65535')
mkdirSync(FOLDER, { recursive: true })
const keyFile = `${FOLDER}/key.pem`
const service = await startSignInService(
  ports.service,
  existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined,
).catch((error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  return fail(`Port ${ports.service} is in use: name another one, as in npm run sign-in-service -- 4501`)
})
writeFileSync(keyFile, service.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
const env = { PORT: String(ports.site), SITE_URL: `http://localhost:${ports.site}`, ...service.env }
const lines = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
writeFileSync(`${FOLDER}/site.env`, `${lines.join('\n')}\n`, { mode: 0o600 })

console.log(`The sign-in service is at ${service.url}. In another terminal, start the site with it:

  (set -a; . ./${FOLDER}/site.env; npm run site)

These people can sign in:`)
for (const { email, password, roles } of service.people.people.values()) {
  const organizations = Object.entries(roles).map(([id, role]) => `${role} of ${id.replace('org_', '')}`)
  console.log(`  ${email}  ${password}  ${organizations.join(', ') || 'no organization'}`)
}
console.log(`Anyone can sign up; the code is ${VERIFICATION_CODE}.`)
const stopped = createStopSignal()
await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()))
await service.stop()
process.exit()
