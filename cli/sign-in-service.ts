import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { untilStopped } from '../server/children'
import { CODE } from '../tests/support/sign-in/people'
import { startSignInService } from '../tests/support/sign-in/service'

/** A sign-in service on this machine, to try the members' site without an account anywhere. */
const FOLDER = '.cache/sign-in-service'
const PORT = 4500

mkdirSync(FOLDER, { recursive: true })
const keyFile = `${FOLDER}/key.pem`
const service = await startSignInService(PORT, existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined)
writeFileSync(keyFile, service.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
const env = { SITE_URL: 'http://localhost:3000', ...service.env }
const lines = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
writeFileSync(`${FOLDER}/site.env`, `${lines.join('\n')}\n`, { mode: 0o600 })

console.log(`The sign-in service is at ${service.url}. In another terminal, start the site with it:

  (set -a; . ./${FOLDER}/site.env; npm run site)

These people can sign in:`)
for (const { email, password, roles } of service.people.people.values()) {
  const organizations = Object.entries(roles).map(([id, role]) => `${role} of ${id.replace('org_', '')}`)
  console.log(`  ${email}  ${password}  ${organizations.join(', ') || 'no organization'}`)
}
console.log(`Anyone can sign up; the code is ${CODE}.`)
const stopped = untilStopped()
await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()))
await service.stop()
process.exit()
