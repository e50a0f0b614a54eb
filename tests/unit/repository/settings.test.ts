import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SECTIONS, SETTING_TEXTS } from '@/lib/settings/schema'

const ENV_HEADER = `# Every variable is optional. Without any, the site serves the sample workspace at http://localhost:3000.
# Copy this file to .env, or set the variables in the environment of the service, which take precedence.
`
const LINE_LENGTH = 120
const DOCUMENT = 'docs/configuration.md'
/** The tables of settings, between two headings of the page. */
const TABLES = /(?<=\n)### Site\n[\s\S]*(?=\n## Commands\n)/

const sections = Object.entries(SECTIONS).map(([title, settings]) => {
  const entries = Object.entries(settings).map(([name, schema]) => {
    const { about, byDefault } = SETTING_TEXTS.get(schema) ?? { about: '' }
    return { name, about, byDefault }
  })
  return { title, entries }
})

/** Both files are written again by `npx vitest run tests/unit/repository/settings.test.ts --update`. */
test('.env.example is made from the settings', async () => {
  const parts = sections.map(({ title, entries }) => {
    const lines = entries.map(({ name, about, byDefault }) => {
      const words = typeof byDefault === 'object' ? ` Default: ${byDefault.words}.` : ''
      return `${comment(about + words)}\n${name}=${typeof byDefault === 'string' ? byDefault : ''}\n`
    })
    return `# --- ${title} ---\n\n${lines.join('')}`
  })
  await expect([ENV_HEADER, ...parts].join('\n')).toMatchFileSnapshot('../../../.env.example')
})

test('the tables of settings are made from the settings', async () => {
  const tables = sections.map(({ title, entries }) => {
    const rows = entries.map(({ name, about, byDefault }) => {
      const shown = typeof byDefault === 'string' ? `\`${byDefault}\` ` : byDefault ? `${byDefault.words} ` : ''
      return `| \`${name}\` | ${about.replace(/\.$/, '')} | ${shown}|\n`
    })
    return `### ${title}\n\n| variable | meaning | default |\n|---|---|---|\n${rows.join('')}`
  })
  const text = readFileSync(DOCUMENT, 'utf8')
  expect(text).toMatch(TABLES)
  await expect(text.replace(TABLES, () => tables.join('\n'))).toMatchFileSnapshot(`../../../${DOCUMENT}`)
})

/** Returns Markdown as lines of a comment, with the texts of its links. */
function comment(markdown: string): string {
  const words = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').split(' ')
  const lines: string[] = ['#']
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines.join('\n')
}
