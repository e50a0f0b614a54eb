import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const adapt = () => spawnSync('caddy', ['adapt', '--config', 'deploy/many-sites/caddy/Caddyfile'], { encoding: 'utf8' })

test.skipIf(adapt().error !== undefined)('Caddy accepts the Caddyfile of several sites', () => {
  const { status, stdout, stderr } = adapt()
  expect(status, stderr).toBe(0)
  const { apps } = JSON.parse(stdout)
  const [server] = Object.values(apps.http.servers) as [{ listen: string[]; routes: object[] }]
  expect(server.listen).toEqual([':443'])
  expect(server.routes).toHaveLength(2)
})
