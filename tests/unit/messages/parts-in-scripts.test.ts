import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as en from '@/messages/en'
import { LOCALES } from '@/messages/languages'

const PARTS = Object.keys(en)

test.each(LOCALES)('a script that shows one part of the texts contains no other part of %s', async (locale) => {
  const scripts = await Promise.all(
    PARTS.map(async (part) => {
      const contents = `export { ${part} } from './messages/${locale.toLowerCase()}'`
      const script = await build({ stdin: { contents, resolveDir: '.' }, bundle: true, write: false, format: 'esm' })
      return script.outputFiles.map(({ text }) => [...text.matchAll(/^var (\w+) = /gm)].map(([, name]) => name))
    }),
  )
  expect(scripts.map((names) => names.flat().filter((name) => PARTS.includes(name ?? '')))).toEqual(
    PARTS.map((part) => [part]),
  )
})
