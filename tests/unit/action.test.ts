import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { HOSTS } from '@/cli/lib/export/hosts'

interface Step {
  id?: string
  uses?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, string>
}

const TEXT = readFileSync('action.yml', 'utf8')
const { inputs, runs } = parse(TEXT) as {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  runs: { steps: Step[] }
}
const SCRIPT = 'deploy/action/publish.sh'
const SETTINGS = { SITE_URL: 'https://a.example', NOTION_ROOT_PAGE: 'x', HOST: 'github', OUT: 'out' }

test('pins each action by commit, and reads values of inputs only from the environment', () => {
  const used = [TEXT, readFileSync('deploy/action/publish.yml', 'utf8')].flatMap(
    (text) => text.match(/uses: .*/g) ?? [],
  )
  const own = used.filter((line) => line !== 'uses: OWNER/colophon@v1')
  expect(own.length).toBe(used.length - 1)
  for (const line of own) expect(line).toMatch(/^uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  // GitHub replaces expressions before the shell parses a command, so their values could inject code.
  for (const { run = '' } of runs.steps) expect(run).not.toContain('${{')
})

test('gives each input to the script, whose names it uses', () => {
  const script = readFileSync(SCRIPT, 'utf8')
  const { env = {} } = runs.steps.find(({ id }) => id === 'publish') ?? {}
  const given = Object.values(env).flatMap((value) => /inputs\.(\w+)/.exec(value)?.[1] ?? [])
  expect(given.sort()).toEqual(Object.keys(inputs).sort())
  for (const name of Object.keys(SETTINGS)) expect(script).toContain(name)
  for (const host of HOSTS) expect(inputs.host?.description).toContain(host)
})

test('restores and saves the same folders', () => {
  const paths = runs.steps.filter(({ uses }) => uses?.startsWith('actions/cache/')).map((step) => step.with?.path)
  expect(paths).toHaveLength(2)
  expect(paths[0]).toBe(paths[1])
})

test.each(Object.keys(SETTINGS))('the script fails immediately without %s', (name) => {
  const env = { PATH: process.env.PATH, ...SETTINGS, [name]: '' } as unknown as NodeJS.ProcessEnv
  const { status, stdout } = spawnSync('bash', [SCRIPT], { env, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: expect.stringContaining(`::error::Colophon needs a value for ${name}`),
  })
})
