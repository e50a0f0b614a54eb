import { expect, test } from 'vitest'
import { listMessageKeys } from '@/lib/site-folder/message-texts'
import { editors } from '@/messages/editors/en'
import * as readers from '@/messages/en'

/** What each part of the texts is for, by the first name of its keys. */
const PARTS: Readonly<Record<string, string>> = {
  site: 'Around pages',
  page: 'On pages',
  screens: 'Screens that the browser shows by itself',
  zoom: 'Enlarged pictures',
  search: 'The search',
  collection: 'Databases',
  embeds: 'Content of other sites',
  filling: 'Until the first copy of the workspace',
  editors: 'The editor dashboard and the terminal',
}
const START = `# Texts of the interface

All texts that [the site folder](site-folder.md#texts-of-the-interface) can replace, by key, in English. \`{1}\` is the
first value of a text. Texts with a number have the form for several here; what you write is used for each number.
`

/** The file is written again by `npx vitest run tests/unit/repository/texts.test.ts --update`. */
test('docs/texts.md has all texts of the interface', async () => {
  const keys = [...listMessageKeys()]
  const parts = [...new Set(keys.map(([key]) => getPart(key)))]
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining(parts))
  const tables = parts.map((part) => {
    const rows = keys.filter(([key]) => getPart(key) === part)
    const lines = rows.map(([key, values]) => `| \`${key}\` | ${escapeCell(getText(key, values))} |\n`)
    return `\n## ${PARTS[part]}\n\n| key | text |\n|---|---|\n${lines.join('')}`
  })
  await expect(START + tables.join('')).toMatchFileSnapshot('../../../docs/texts.md')
})

const getPart = (key: string) => key.split('.', 1)[0] ?? ''

function getText(key: string, values: number): string {
  const text = key
    .split('.')
    .reduce<unknown>((texts, name) => Reflect.get(Object(texts), name), { ...readers, editors })
  // Each is a list of one text, because some values are lists.
  const numbers = Array.from({ length: values }, (_, at) => [`{${at + 1}}`])
  return typeof text === 'function' ? String(text(...numbers)) : String(text)
}

/** Escapes what has a meaning in a cell of a Markdown table. */
const escapeCell = (text: string) => text.replace(/[\\|<>*_`[\]]/g, '\\$&').replace(/\s+/g, ' ')
