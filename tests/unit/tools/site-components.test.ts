import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasUncompiledComponents } from '@/lib/slots/compiled'
import { getSlots } from '@/lib/slots/registry'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { compileComponents, removeComponents } from '@/tools/site-components.mjs'

const COMPONENT = 'export default () => null'

/** Writes a site folder, whose compiled components are removed after the test. */
function createSiteFolder(files: Record<string, string>): string {
  const dir = createTemporaryFolder()
  writeFiles(dir, files)
  onTestFinished(() => removeComponents(dir))
  return dir
}

/** Compiles the files of a site folder, and returns what is wrong with them. */
async function compile(files: Record<string, string>): Promise<string> {
  const dir = createSiteFolder(files)
  const refused = await compileComponents(dir).then(
    () => '',
    (error: Error) => error.message,
  )
  return refused.replaceAll(path.relative(process.cwd(), dir), 'site')
}

test('compiles slots, blocks and islands, and again only if a file changed', async () => {
  const siteDir = createSiteFolder({
    'components/Header.tsx': "import { year } from '../parts/year'\nexport default () => <p>{year}</p>",
    'components/block/callout.tsx': COMPONENT,
    'islands/Counter.tsx': COMPONENT,
    'parts/year.ts': 'export const year = 2026',
  })
  expect(hasUncompiledComponents(siteDir)).toBe(true)
  await compileComponents(siteDir)
  expect(hasUncompiledComponents(siteDir)).toBe(false)
  const first = getSlots({ siteDir })
  expect(first).toMatchObject({
    slots: { Header: { file: expect.stringMatching(/components\/Header\.tsx$/) } },
    blocks: { callout: {} },
    islands: { Counter: { script: expect.stringMatching(/^\w+-islands-Counter-\w+\.js$/) } },
  })
  const { default: Header } = await import(/* @vite-ignore */ first?.slots.Header?.module ?? '')
  expect(Header().props.children).toBe(2026)

  const compiled = path.join(path.dirname(first?.slots.Header?.module ?? ''), 'components.json')
  const mark = `${readFileSync(compiled, 'utf8')} `
  writeFileSync(compiled, mark)
  await compileComponents(siteDir)
  expect(readFileSync(compiled, 'utf8')).toBe(mark)
  writeFiles(siteDir, { 'parts/year.ts': 'export const year = 2027' })
  expect(hasUncompiledComponents(siteDir)).toBe(true)
  await compileComponents(siteDir)
  expect(JSON.parse(readFileSync(compiled, 'utf8')).version).not.toBe(first?.version)
})

test('compiles the components of several sites', async () => {
  const sites = createTemporaryFolder()
  const siteDir = path.join(sites, 'blog/site')
  onTestFinished(() => removeComponents(siteDir))
  writeFiles(sites, { 'blog/site/components/Header.tsx': COMPONENT, 'blog/.env': '', 'caddy/Caddyfile': '' })
  await compileComponents(path.join(sites, 'none'), sites)
  expect(getSlots({ siteDir })?.slots).toMatchObject({ Header: {} })
})

test('components of the site folder take precedence over those of its theme', async () => {
  // An absolute path stands for a folder of `themes/`.
  const theme = createSiteFolder({ 'components/Header.tsx': COMPONENT, 'components/Footer.tsx': COMPONENT })
  const siteDir = createSiteFolder({ 'components/Header.tsx': COMPONENT, 'components/block/quote.tsx': COMPONENT })
  for (const folder of [theme, siteDir]) await compileComponents(folder)
  const { slots, blocks, version } = getSlots({ siteDir, theme }) ?? {}
  expect(slots?.Header?.file).toContain(path.basename(siteDir))
  expect(slots?.Footer?.file).toContain(path.basename(theme))
  expect(Object.keys(blocks ?? {})).toEqual(['quote'])
  expect(version).toBe(`${getSlots({ theme })?.version}-${getSlots({ siteDir })?.version}`)
})

test('a folder without components has none', async () => {
  const siteDir = createSiteFolder({ 'theme.css': '' })
  await compileComponents(siteDir)
  expect(getSlots({ siteDir })).toBeUndefined()
})

describe('refuses imports', () => {
  test.each([
    ['node:fs', 'cannot import node:fs, a module of Node.js'],
    ['fs', 'cannot import fs, a module of Node.js'],
    ['@/lib/site/get-site', '@/lib/site/get-site is code of the site: components get all data as props'],
    [path.resolve('lib/site/get-site'), 'is outside of the site folder'],
    ['lru-cache', 'lru-cache cannot be imported: it is not a package that is installed in the site folder'],
    ['./none', 'There is no file ./none'],
    ['../theme.css', 'theme.css is not code: put rules into theme.css'],
  ])('of %s', async (name, why) => {
    const problem = await compile({ 'components/Header.tsx': `\nimport '${name}'\n${COMPONENT}`, 'theme.css': '' })
    expect(problem).toContain('site/components/Header.tsx:2: ')
    expect(problem).toContain(why)
  })

  test('by require and import(), also of files that a component imports', async () => {
    const files = {
      'components/Footer.tsx': `import '../parts/a'\n${COMPONENT}`,
      'parts/a.ts': "export const read = () => import('node:fs')\nexport const exec = () => require('child_process')",
    }
    const problem = await compile(files)
    expect(problem).toContain('site/parts/a.ts:1: A component cannot import node:fs')
    expect(problem).toContain('site/parts/a.ts:2: A component cannot import child_process')
  })

  test('through a link that leaves the folder', async () => {
    const dir = createSiteFolder({ 'components/Header.tsx': `import '../parts/env'\n${COMPONENT}`, 'parts/b.ts': '' })
    symlinkSync(path.resolve('lib/settings/env.ts'), path.join(dir, 'parts/env.ts'))
    await expect(compileComponents(dir)).rejects.toThrow('../parts/env is outside of the site folder')
  })

  test('of a package that needs Node.js, and allows others', async () => {
    const install = (name: string, code: string) => ({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js' }),
      [`node_modules/${name}/index.js`]: code,
    })
    const use = (name: string) => ({ 'components/Header.tsx': `import x from '${name}'\nexport default () => x` })
    expect(
      await compile({
        ...use('tide'),
        ...install('tide', "const { version } = require('react'); module.exports = version"),
      }),
    ).toBe('')
    expect(await compile({ ...use('wave'), ...install('wave', "module.exports = require('os')") })).toContain(
      'This package cannot import os',
    )
  })
})

test.each([
  ['process.env.SITE_SECRET', '`process` is not available'],
  ['globalThis.process.exit()', '`process` is not available'],
  ["import(String('node:fs'))", 'import() needs a fixed name'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a component
  ["((name) => import(`./${name}.ts`))('a')", 'import() needs a fixed name'],
  ["((name) => import('./' + name))('a.ts')", 'import() needs a fixed name'],
  ["import.defer(String('./a.ts'))", 'import() needs a fixed name'],
  ["import/* */(String('./a.ts'))", 'import() needs a fixed name'],
])('refuses %s', async (code, why) => {
  const problem = await compile({ 'components/Header.tsx': `// process\n\nexport default () => String(${code})` })
  expect(problem).toContain('site/components/Header.tsx:3: ')
  expect(problem).toContain(why)
})

test('import() of a fixed name is allowed', async () => {
  const code = `export const a = () => import('./b')\nexport const b = () => import(\`./b\`)\n${COMPONENT}`
  expect(
    await compile({
      'components/Header.tsx': `import '../parts/a'\n${COMPONENT}`,
      'parts/a.ts': code,
      'parts/b.ts': '',
    }),
  ).toBe('')
})

test('a word or a property with the name of a global is allowed', async () => {
  expect(
    await compile({ 'components/Header.tsx': 'export default ({ process }) => <p>The process{process}</p>' }),
  ).toBe('')
})

test('an island imports types only', async () => {
  const use = (what: string) => ({
    'islands/Counter.tsx': `${what} from 'colophon/site'\nexport default () => <ThemeToggle />`,
  })
  expect(await compile({ 'islands/Counter.tsx': `import type { LinkData } from 'colophon/site'\n${COMPONENT}` })).toBe(
    '',
  )
  expect(await compile(use('import { ThemeToggle }'))).toContain('has types only: write "import type"')
})

describe('names the file', () => {
  test.each([
    ['components/Headr.tsx', 'there is no slot Headr. The slots are Header, Footer,'],
    ['components/card.tsx', 'there is no slot card: did you mean Card?'],
    ['components/block/paragraph.tsx', 'text.tsx draws blocks of this type'],
    ['components/Header.jsx', 'components are .tsx files'],
    ['components/parts/a.tsx', 'Other files belong into a folder of another name'],
    ['components/block/Callout.tsx', 'there is no block of the type Callout'],
    ['components/block/collection.tsx', 'there is no block of the type collection'],
    ['islands/counter.tsx', 'the name of an island begins with a capital letter'],
  ])('%s', async (file, why) => {
    const problem = await compile({ [file]: COMPONENT })
    expect(problem).toContain(`site/${file.replace('/a.tsx', '')}: `)
    expect(problem).toContain(why)
  })

  test('without a default export, or with an error of syntax', async () => {
    expect(await compile({ 'components/Card.tsx': 'export const Card = () => null' })).toContain(
      'site/components/Card.tsx:1: there is no default export',
    )
    expect(await compile({ 'components/Card.tsx': '\nexport default () => <p>' })).toMatch(
      /^site\/components\/Card\.tsx:2: /,
    )
  })
})
