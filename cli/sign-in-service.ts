import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getEnv } from '../lib/settings/env'
import { createStopSignal } from '../server/children'
import { VERIFICATION_CODE } from '../tests/support/sign-in/people'
import { startSignInService } from '../tests/support/sign-in/service'
import { readSignInPorts } from './lib/ports'

/**
 * Starts a sign-in service on this machine, to try the members' site without an account: `sign-in-service [PORT [PORT-OF-THE-SITE]]`.
 */
const FOLDER = '.cache/sign-in-service'

const ports = readSignInPorts(process.argv.slice(2), getEnv().port)
if (ports === undefined) {
  console.error('npm run sign-in-service -- [PORT [PORT-OF-THE-SITE]]: two different numbers from 1 to 65535')
  process.exit(1)
}
mkdirSync(FOLDER, { recursive: true })
const keyFile = `${FOLDER}/key.pem`
const service = await startSignInService(
  ports.service,
  existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined,
).catch((error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.error(`Port ${ports.service} is in use: name another one, as in npm run sign-in-service -- 4501`)
  process.exit(1)
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
