import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  image: string
  env_file?: string
  environment?: Record<string, string>
  volumes: string[]
}

const FOLDER = 'deploy/many-sites'
const COMPOSE = parse(readFileSync(`${FOLDER}/compose.yaml`, 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const { caddy, ...sites } = COMPOSE.services
const [, ...written] = readFileSync('Dockerfile', 'utf8').match(/^VOLUME \["(.+)", "(.+)"\]$/m) ?? []

test.each(Object.entries(sites))(
  'the service %s has the settings, the folder and the volumes of its site',
  (name, site) => {
    expect(site.image).toBe('colophon')
    expect(site.env_file).toBe(`${name}/.env`)
    const [folder, ...volumes] = site.volumes.map((volume) => volume.split(':'))
    // Components are compiled for the path that the folder has in the image.
    expect(folder).toEqual([`./${name}/site`, `/site/sites/${name}/site`, 'ro'])
    expect(volumes.map(([, target]) => target)).toEqual(written)
    for (const [volume = ''] of volumes)
      expect(volume.startsWith(`${name}-`) && volume in COMPOSE.volumes, volume).toBe(true)
  },
)

test('no two services share a volume', () => {
  const named = Object.values(COMPOSE.services).flatMap(({ volumes }) =>
    volumes.map((each) => each.split(':')[0] ?? ''),
  )
  expect(new Set(named).size).toBe(named.length)
  expect(Object.keys(COMPOSE.volumes).filter((name) => !named.includes(name))).toEqual([])
})

test('Caddy passes one host to each site', () => {
  expect(caddy?.volumes).toContain('./caddy:/etc/caddy:ro')
  const blocks = readFileSync(`${FOLDER}/caddy/Caddyfile`, 'utf8').matchAll(/^(\S+) \{\n\treverse_proxy (\S+)\n\}$/gm)
  const hosts = [...blocks].map(([, host, upstream]) => ({ host, upstream }))
  expect(hosts).toEqual(
    Object.entries(sites).map(([name, { environment }]) => ({
      host: `${name}.example.com`,
      upstream: `${name}:${environment?.PORT}`,
    })),
  )
})

test('images contain the site folders, for their components, but no settings', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['sites/**/.env', 'sites/**/.env.*']))
  expect(ignored.filter((line) => /^\/?sites?\/?$/.test(line))).toEqual([])
})
