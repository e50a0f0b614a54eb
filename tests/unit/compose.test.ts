import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const { services, volumes } = parse(readFileSync('compose.yaml', 'utf8'))
const [, ...written] = readFileSync('Dockerfile', 'utf8').match(/^VOLUME \["(.+)", "(.+)"\]$/m) ?? []

test('the first compose file is one service that needs no file and no other service', () => {
  expect(Object.keys(services)).toEqual(['site'])
  expect(services.site.env_file).toEqual([{ path: '.env', required: false }])
  expect(services.site.depends_on).toBeUndefined()
  expect(services.site.ports).toEqual([`\${PORT:-3000}:${services.site.environment.PORT}`])
})

test('its volumes are the folders to which the image writes', () => {
  const mounted = services.site.volumes.map((each: string) => each.split(':'))
  expect(mounted.map(([, target]: string[]) => target)).toEqual(written)
  expect(mounted.map(([name]: string[]) => name)).toEqual(Object.keys(volumes))
})
