import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<
    string,
    { permissions?: Record<string, string>; strategy?: { matrix: { node: number[] } }; steps: Step[] }
  >
}
interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

const FOLDER = '.github/workflows'
const readWorkflow = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8')
const parseWorkflow = (name: string) => parse(readWorkflow(name)) as Workflow
const listSteps = ({ jobs }: Workflow) => Object.values(jobs).flatMap((job) => job.steps)

describe.each(readdirSync(FOLDER))('the workflow %s', (name) => {
  test('pins every action by commit and names its version', () => {
    const lines = readWorkflow(name).match(/uses: .+/g) ?? []
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('grants write access only to jobs that declare it, and keeps no credentials in the checkout', () => {
    const { permissions, jobs } = parseWorkflow(name)
    expect(Object.values(permissions)).not.toContain('write')
    for (const job of Object.values(jobs)) expect(Object.keys(job.permissions ?? {}).length).toBeLessThanOrEqual(2)
    for (const step of listSteps(parseWorkflow(name)))
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with?.['persist-credentials']).toBe(false)
  })
})

test('CI runs the same script on each supported release of Node.js', () => {
  const { jobs } = parseWorkflow('ci.yml')
  expect(jobs.test?.strategy?.matrix.node).toEqual([20, 22, 24])
  expect(listSteps(parseWorkflow('ci.yml')).map(({ run }) => run)).toContain('bash .ci/run')
})

test('all tests run every night, and on demand', () => {
  const { on } = parse(readWorkflow('nightly.yml')) as { on: Record<string, unknown> }
  expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch'])
  expect(listSteps(parseWorkflow('nightly.yml')).map(({ run }) => run)).toContain('npm run test:nightly')
})

test('CI audits the runtime dependencies', () => {
  const commands = listSteps(parseWorkflow('ci.yml')).map(({ run }) => run)
  expect(commands).toContain('npm audit --package-lock-only --omit=dev --audit-level=high')
})

test('a release builds for two architectures with provenance and an SBOM', () => {
  const build = listSteps(parseWorkflow('release.yml')).find(({ uses }) =>
    uses?.startsWith('docker/build-push-action@'),
  )
  expect(build?.with).toMatchObject({ platforms: 'linux/amd64,linux/arm64', provenance: 'mode=max', sbom: true })
  expect(listSteps(parseWorkflow('release.yml')).some(({ run }) => run?.startsWith('npm sbom '))).toBe(true)
})

test('the changelog has a section for later changes and a dated one for the current version, which a release publishes', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const headings = changelog.split('\n').filter((line) => line.startsWith('## '))
  expect(headings[0]).toBe('## [Unreleased]')
  expect(headings[1]?.replace(/\d{4}-\d{2}-\d{2}$/, 'DATE')).toBe(`## [${version}] - DATE`)
})
