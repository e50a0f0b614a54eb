import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { HOSTS } from '@/cli/lib/export/hosts'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'

interface Step {
  id?: string
  if?: string
  uses?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, string>
}

interface Job {
  permissions: Record<string, string>
  outputs?: Record<string, string>
  steps: Step[]
}

const ACTION = readFileSync('action.yml', 'utf8')
const WORKFLOW = readFileSync('packages/create-colophon/files/github/.github/workflows/publish.yml', 'utf8')
const { inputs, runs } = parse(ACTION) as {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  runs: { steps: Step[] }
}
const { on, permissions, concurrency, jobs } = parse(WORKFLOW) as {
  on: Record<string, unknown>
  permissions: Record<string, string>
  concurrency: { 'cancel-in-progress': boolean }
  jobs: { export: Job; deploy: Job }
}
const SCRIPT = path.resolve('deploy/publish.sh')
const SETTINGS = { SITE_URL: 'https://a.example', NOTION_ROOT_PAGE: 'x', HOST: 'github', OUT: 'out' }

describe('the action', () => {
  test.each([ACTION, WORKFLOW])('and its workflow pin each other action by commit', (text) => {
    const used = (text.match(/uses: .*/g) ?? []).filter((line) => line !== 'uses: OWNER/colophon@v1')
    expect(used.length).toBeGreaterThan(1)
    for (const line of used) expect(line).toMatch(/^uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    // GitHub replaces expressions before the shell parses a command, so their values could inject code.
    for (const { run = '' } of [...runs.steps, ...jobs.export.steps, ...jobs.deploy.steps])
      expect(run).not.toContain('${{')
  })

  test('gives each input to the script, whose names it uses', () => {
    const script = readFileSync(SCRIPT, 'utf8')
    const { env = {}, run } = runs.steps.find(({ id }) => id === 'publish') ?? {}
    expect(run).toBe('bash "$ACTION/deploy/publish.sh"')
    const given = Object.values(env).flatMap((value) => /inputs\.(\w+)/.exec(value)?.[1] ?? [])
    expect(given.sort()).toEqual(Object.keys(inputs).sort())
    for (const name of Object.keys(SETTINGS)) expect(script).toContain(name)
    for (const host of HOSTS) expect(inputs.host?.description).toContain(host)
  })

  test('restores and saves the same folders', () => {
    const caches = runs.steps.filter(({ uses }) => uses?.startsWith('actions/cache/'))
    expect(caches).toHaveLength(2)
    expect(caches[0]?.with?.path).toBe(caches[1]?.with?.path)
    expect(caches[0]?.with?.key).toBe(caches[1]?.with?.key)
  })
})

describe('the workflow for GitHub Pages', () => {
  test('runs for pushes, on a schedule and on request, but not for pull requests', () => {
    expect(Object.keys(on).sort()).toEqual(['push', 'repository_dispatch', 'schedule', 'workflow_dispatch'])
    expect(concurrency['cancel-in-progress']).toBe(false)
  })

  test('grants each job only the permissions that it needs, and leaves no credentials', () => {
    expect(permissions).toEqual({})
    expect(jobs.export.permissions).toEqual({ contents: 'read' })
    expect(jobs.deploy.permissions).toEqual({ pages: 'write', 'id-token': 'write' })
    const checkouts = [...jobs.export.steps, ...jobs.deploy.steps].filter(({ uses }) => uses?.includes('/checkout@'))
    expect(checkouts.map((step) => step.with)).toEqual([{ 'persist-credentials': false }])
  })

  test('gives the action its required inputs, secrets as secrets, and publishes its folder', () => {
    const [, action, upload] = jobs.export.steps
    expect(action?.with).toEqual({
      page: `\${{ secrets.NOTION_ROOT_PAGE }}`,
      token: `\${{ secrets.NOTION_INTEGRATION_TOKEN }}`,
      url: `\${{ vars.SITE_URL }}`,
    })
    for (const [name, { required }] of Object.entries(inputs)) if (required) expect(action?.with).toHaveProperty(name)
    expect(inputs.host?.default).toBe('github')
    expect(upload?.with).toEqual({ path: inputs.out?.default })
  })

  test('publishes an incomplete export and then fails', () => {
    const [, action] = jobs.export.steps
    expect(jobs.export.outputs?.incomplete).toBe(`\${{ steps.${action?.id}.outputs.incomplete }}`)
    const last = jobs.deploy.steps.at(-1)
    expect(last?.if).toBe("needs.export.outputs.incomplete == 'true'")
    expect(last?.run).toMatch(/exit 1\n$/)
  })
})

/** Runs the script in a folder with these files. The programs that it starts only record their arguments, and end with a status. */
function publish(given: Record<string, unknown>, statuses: Record<string, number> = {}, settings = SETTINGS) {
  const [dir, bin] = [createTemporaryFolder(), createTemporaryFolder()]
  const read = (name: string) => (existsSync(path.join(bin, name)) ? readFileSync(path.join(bin, name), 'utf8') : '')
  for (const name of ['node', 'npm', 'npx', 'curl']) {
    const cases = Object.entries(statuses).map(
      ([word, status]) => `case " $* " in *" ${word} "*) exit ${status};; esac`,
    )
    writeFiles(bin, { [name]: `#!/bin/bash\necho "${name} $*" >> "${bin}/calls"\n${cases.join('\n')}\n` })
    chmodSync(path.join(bin, name), 0o755)
  }
  writeFiles(dir, { 'out/index.html': '', ...given })
  const files = { GITHUB_OUTPUT: path.join(bin, 'output'), GITHUB_STEP_SUMMARY: path.join(bin, 'summary') }
  const env = { PATH: `${bin}:${process.env.PATH}`, ...files, ...settings }
  const options = { cwd: dir, env: { ...env, NODE_ENV: 'test' as const }, encoding: 'utf8' as const }
  const { status, stdout } = spawnSync('bash', [SCRIPT], options)
  return { status, stdout, output: read('output'), calls: read('calls').split('\n').filter(Boolean) }
}

describe('the script of the action', () => {
  test.each(Object.keys(SETTINGS))('ends immediately without %s', (name) => {
    expect(publish({}, {}, { ...SETTINGS, [name]: '' })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`::error::${name} is empty`),
      calls: [],
    })
  })

  test('runs the code of the action, or that of the dependency', () => {
    const command = `node ${path.resolve('tools/run.mjs')}`
    const own = publish({}).calls
    expect(own[0]).toMatch(/^npm install --no-save --omit=dev /)
    expect(own.slice(1)).toEqual([
      `curl -fsSL --max-time 60 https://a.example/redirects.json -o out/redirects.json`,
      `${command} sync`,
      `${command} export out --host github`,
      `${command} check`,
    ])
    const lockfile = { packages: { 'node_modules/colophon': { version: '1.1.0' } } }
    const dependent = publish({ 'package-lock.json': lockfile, 'out/redirects.json': '[]' }).calls
    expect(dependent[0]).toMatch(/^npm ci --omit=dev /)
    expect(dependent.slice(1)).toEqual([
      'npx colophon sync',
      'npx colophon export out --host github',
      'npx colophon check',
    ])
  })

  test('reports an incomplete site, and fails if nothing was copied', () => {
    expect(publish({})).toMatchObject({ status: 0, output: 'incomplete=false\n' })
    expect(publish({}, { sync: 2 })).toMatchObject({ status: 0, output: 'incomplete=true\n' })
    expect(publish({}, { export: 1 })).toMatchObject({ status: 0, output: 'incomplete=true\n' })
    const failed = publish({}, { sync: 1 })
    expect(failed).toMatchObject({ status: 1, output: '' })
    expect(failed.calls.some((call) => call.includes('export'))).toBe(false)
  })
})
