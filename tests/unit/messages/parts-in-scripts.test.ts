import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as en from '@/messages/en'
import { LOCALES } from '@/messages/languages'

const PARTS = Object.keys(en)

/** Returns the parts that a script contains if it imports one. */
async function findParts(locale: string, part: string): Promise<string[]> {
  const contents = `export { ${part} } from './messages/${locale.toLowerCase()}'`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'esm',
  })
  return PARTS.filter((each) => outputFiles[0]?.text.includes(`var ${each} = `))
}

test.each(LOCALES)('a script that imports one part of the texts contains no other part of %s', async (locale) => {
  for (const part of PARTS) expect(await findParts(locale, part), part).toEqual([part])
})
