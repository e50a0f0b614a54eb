import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTING_NAMES } from '@/lib/settings/env'

interface Step {
  id?: string
  if?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
  'continue-on-error'?: boolean
}

interface Job {
  permissions: Record<string, string>
  env?: Record<string, string>
  outputs?: Record<string, string>
  needs?: string
  steps: Step[]
}

const TEXT = readFileSync('deploy/github-pages.yml', 'utf8')
const WORKFLOW = parse(TEXT) as {
  on: Record<string, unknown>
  permissions: Record<string, string>
  concurrency: { group: string; 'cancel-in-progress': boolean }
  env: Record<string, string>
  jobs: { export: Job; deploy: Job }
}
const { jobs } = WORKFLOW
const steps = [...jobs.export.steps, ...jobs.deploy.steps]
const findStep = (text: string) =>
  jobs.export.steps.findIndex(({ uses, run }) => uses?.startsWith(`${text}@`) || run?.includes(text))

test('runs on a schedule, manually and on a dispatch event, but not for pull requests', () => {
  expect(Object.keys(WORKFLOW.on).sort()).toEqual(['repository_dispatch', 'schedule', 'workflow_dispatch'])
  expect(WORKFLOW.concurrency['cancel-in-progress']).toBe(false)
})

test('grants each job only the permissions that it needs', () => {
  expect(WORKFLOW.permissions).toEqual({})
  expect(jobs.export.permissions).toEqual({ contents: 'read' })
  expect(jobs.deploy.permissions).toEqual({ pages: 'write', 'id-token': 'write' })
  expect(jobs.deploy.steps.some(({ uses }) => uses?.startsWith('actions/checkout'))).toBe(false)
})

test('pins each action by commit, with its version beside it', () => {
  const used = TEXT.match(/uses: .*/g) ?? []
  expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length)
  for (const line of used) expect(line).toMatch(/^uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+(?:\.\d+\.\d+)?$/)
})

test('checks out the given version of Colophon without leaving credentials', () => {
  const checkout = jobs.export.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))
  expect(checkout?.with).toEqual({
    repository: `\${{ env.COLOPHON_REPOSITORY }}`,
    ref: `\${{ env.COLOPHON_VERSION }}`,
    'persist-credentials': false,
  })
  for (const name of ['COLOPHON_REPOSITORY', 'COLOPHON_VERSION'])
    expect(WORKFLOW.env[name]).toBe(`\${{ vars.${name} }}`)
})

test('fails immediately and reports the name if a setting is missing', () => {
  const [{ run = '' } = {}] = jobs.export.steps
  const settings = {
    COLOPHON_REPOSITORY: 'a/b',
    COLOPHON_VERSION: 'v1',
    SITE_URL: 'https://a.example',
    NOTION_ROOT_PAGE: 'x',
  }
  // GitHub runs steps with these options.
  const check = (env: Record<string, string>) =>
    spawnSync('bash', ['-e', '-c', run], { env: { ...env, NODE_ENV: 'test' }, encoding: 'utf8' })
  expect(check(settings)).toMatchObject({ status: 0, stdout: '' })
  for (const name of Object.keys(settings)) {
    const { status, stdout } = check({ ...settings, [name]: '' })
    expect([name, status, stdout]).toEqual([name, 1, expect.stringContaining(`::error::Set ${name} under Settings`)])
  }
})

test('passes only existing settings, and secrets from the secrets context', () => {
  const settings = jobs.export.env ?? {}
  expect(Object.keys(settings).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  for (const name of ['NOTION_ROOT_PAGE', 'NOTION_INTEGRATION_TOKEN', 'NOTION_TOKEN_V2', 'NOTION_ACTIVE_USER'])
    expect(settings[name]).toBe(`\${{ secrets.${name} }}`)
  // GitHub replaces expressions before the shell parses a command, so their values could inject code.
  for (const { run = '' } of steps) expect(run).not.toContain('${{')
})

test('restores the previous state, then syncs, exports and publishes', () => {
  const order = ['actions/cache/restore', '/redirects.json', 'npm run sync', 'npm run export', 'actions/cache/save']
  const positions = [...order, 'actions/upload-pages-artifact'].map(findStep)
  expect(positions.every((position) => position >= 0)).toBe(true)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name))
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  const [restored, saved] = ['actions/cache/restore', 'actions/cache/save'].map(
    (name) => jobs.export.steps[findStep(name)],
  )
  expect(saved?.with?.path).toBe(restored?.with?.path)
  expect(saved?.with?.key).toBe(restored?.with?.key)
  const exported = /npm run export -- (\S+)/.exec(jobs.export.steps[findStep('npm run export')]?.run ?? '')?.[1]
  expect(jobs.export.steps[findStep('actions/upload-pages-artifact')]?.with?.path).toBe(exported)
})

test('publishes an incomplete export and then fails', () => {
  for (const id of ['sync', 'export']) {
    expect(jobs.export.steps.find((step) => step.id === id)?.['continue-on-error']).toBe(true)
    expect(jobs.export.outputs?.incomplete).toContain(`steps.${id}.outcome == 'failure'`)
  }
  const last = jobs.deploy.steps.at(-1)
  expect(last?.if).toBe("needs.export.outputs.incomplete == 'true'")
  expect(last?.run).toMatch(/exit 1\n$/)
})
