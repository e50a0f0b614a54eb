import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'

interface Job {
  needs?: string | string[]
  if?: string
  permissions: Record<string, string>
  steps: { id?: string; name?: string; run?: string }[]
}

const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as { jobs: Record<string, Job> }

/** Runs the step of a job that contains a text as GitHub does, with these programs in place of the real ones. Returns what it wrote. */
function runStep(job: string, text: string, cwd: string, version: string, programs: Record<string, string> = {}) {
  const script = jobs[job]?.steps.find(({ run }) => run?.includes(text))?.run ?? ''
  expect(script).not.toContain('${{')
  const bin = createTemporaryFolder()
  for (const [name, body] of Object.entries(programs)) {
    writeFiles(bin, { [name]: `#!/bin/bash\necho "$PWD: ${name} $*" >> "${bin}/calls"\n${body}\n` })
    chmodSync(path.join(bin, name), 0o755)
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, VERSION: version, GITHUB_OUTPUT: path.join(bin, 'output') }
  const more = { GITHUB_SHA: 'abc', GITHUB_REPOSITORY: 'Owner/site', GITHUB_SERVER_URL: 'https://github.com' }
  const options = { cwd, env: { ...env, ...more, NODE_ENV: 'test' as const }, encoding: 'utf8' as const }
  const { status, stderr } = spawnSync('bash', ['-e', '-c', script], options)
  const read = (name: string) => (existsSync(path.join(bin, name)) ? readFileSync(path.join(bin, name), 'utf8') : '')
  return { status, stderr, output: read('output'), calls: read('calls').split('\n').filter(Boolean) }
}

test('nothing is published before the tests have passed, and the tag is set last', () => {
  for (const name of ['image', 'packages']) expect(jobs[name]).toMatchObject({ needs: ['version', 'test'] })
  expect(jobs.version?.if).toBe("github.ref == 'refs/heads/main'")
  expect(jobs.test).toMatchObject({ needs: 'version', if: "needs.version.outputs.version != ''" })
  expect(jobs.test?.steps.at(-1)?.run).toBe('bash .ci/run')
  expect(jobs.release?.needs).toEqual(['version', 'image', 'packages'])
  const writers = Object.entries(jobs).filter(([, { permissions }]) => permissions.contents === 'write')
  expect(writers.map(([name]) => name)).toEqual(['release'])
})

test.each([
  ['1.1.0', 'version=1.1.0\n'],
  ['1.0.0', ''],
  ['1.1.0-rc.1', ''],
])('releases version %s if it is complete and has no tag', (version, output) => {
  const origin = createTemporaryFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: origin, stdio: 'pipe' })
  writeFiles(origin, { 'package.json': { version } })
  git('init', '--quiet')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--allow-empty', '--quiet', '--message=a')
  git('tag', 'v1.0.0')
  git('remote', 'add', 'origin', origin)
  expect(runStep('version', 'git ls-remote', origin, '')).toMatchObject({ status: 0, output })
})

test('names the image by the version, its minor and its major version', () => {
  const { output } = runStep('image', 'ghcr.io', '.', '2.3.4')
  const tags = ['2.3.4', '2.3', '2'].map((tag) => `ghcr.io/owner/site:${tag}\n`)
  expect(output).toBe(`tags<<END\n${tags.join('')}END\n`)
})

test('publishes each package with provenance, unless its version is published', () => {
  const publish = (npm: string) => runStep('packages', 'npm publish', '.', '2.3.4', { npm }).calls
  const [, set, published, , , created] = publish('')
  expect(set).toContain('npm pkg set repository.type=git repository.url=git+https://github.com/Owner/site.git')
  expect(published).toBe(`${process.cwd()}: npm publish --provenance --access public`)
  expect(created).toBe(`${path.resolve('packages/create-colophon')}: npm publish --provenance --access public`)
  expect(publish('echo 2.3.4').map((call) => call.replace(/.*: /, ''))).toEqual([
    'npm view colophon@2.3.4 version',
    'npm view create-colophon@2.3.4 version',
  ])
})

test('sets the tag with the section of the changelog, and moves that of the major version', () => {
  const dir = createTemporaryFolder()
  writeFiles(dir, {
    'CHANGELOG.md': '# C\n\n## [Unreleased]\n\n## [2.3.4] - 2026-01-01\n\n- A\n\n## [2.3.3] - 2025-01-01\n\n- B\n',
  })
  const { calls } = runStep('release', 'gh release', dir, '2.3.4', { gh: 'test "$2" != view' })
  expect(calls).toEqual([
    `${dir}: gh release view v2.3.4`,
    `${dir}: gh release create v2.3.4 sbom.spdx.json --target abc --title v2.3.4 --notes-file notes.md`,
  ])
  expect(readFileSync(path.join(dir, 'notes.md'), 'utf8').trim()).toBe('- A')
  expect(runStep('release', 'gh release', dir, '2.4.0', { gh: '' })).toMatchObject({ status: 1, calls: [] })
  // A run that is repeated after the release skips it.
  const repeated = runStep('release', 'gh release', dir, '2.3.4', { gh: '' })
  expect(repeated).toMatchObject({ status: 0, calls: [`${dir}: gh release view v2.3.4`] })
  // Without that tag, it is created.
  const moved = runStep('release', 'git/refs', dir, '2.3.4', { gh: 'test "$4" = POST' })
  expect(moved.calls.map((call) => call.replace(/.*: /, ''))).toEqual([
    'gh api --silent --method PATCH repos/Owner/site/git/refs/tags/v2 -f sha=abc -F force=true',
    'gh api --silent --method POST repos/Owner/site/git/refs -f ref=refs/tags/v2 -f sha=abc',
  ])
})

test('npm version writes the version to the other package and the documents, and dates the changelog', () => {
  const dir = createTemporaryFolder()
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  const files = ['CHANGELOG.md', 'docs/hosting.md', 'docs/operating.md', 'packages/create-colophon/package.json']
  for (const file of files) cpSync(file, path.join(dir, file))
  writeFiles(dir, { 'package.json': { version: '99.0.0' } })
  const read = (file: string) => readFileSync(path.join(dir, file), 'utf8')
  const prepare = () => execFileSync('node', [path.resolve('tools/prepare-release.mjs')], { cwd: dir })
  prepare()
  const changelog = read('CHANGELOG.md')
  expect(changelog).toMatch(/\n## \[Unreleased\]\n\n## \[99\.0\.0\] - \d{4}-\d\d-\d\d\n\n/)
  expect(JSON.parse(read('packages/create-colophon/package.json')).version).toBe('99.0.0')
  expect(read('docs/hosting.md')).toContain('--branch v99.0.0 ')
  expect(read('docs/hosting.md')).not.toContain(`v${version}`)
  prepare()
  expect(read('CHANGELOG.md')).toBe(changelog)
})
