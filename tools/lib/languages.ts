import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BuildError } from './build-error'

/** The parts of a language's words, each for those who load it, and how they ask for it. */
const PARTS = {
  screens: 'screenMessagesFor',
  page: 'pageMessagesFor',
  search: 'searchMessagesFor',
  site: 'messagesFor',
  collection: 'collectionMessagesFor',
  embeds: 'embedMessagesFor',
  filling: 'fillingMessagesFor',
  editors: 'editorsMessagesFor',
}
const MADE = '// Made by the build of the files in languages/: change those.'

/** Makes of the files of languages in a folder of messages one file for each part, and the list of the languages. Throws {@link BuildError}. */
export function makeParts(folder: string): void {
  const files = readdirSync(path.join(folder, 'languages')).map((name) => path.basename(name, '.ts'))
  const languages = ['en', ...files.filter((name) => name !== 'en').sort()].map((file) => ({
    tag: tagOf(file),
    source: readFileSync(path.join(folder, 'languages', `${file}.ts`), 'utf8'),
  }))
  mkdirSync(path.join(folder, 'parts'), { recursive: true })
  const tags = languages.map(({ tag }) => `'${tag}'`).join(', ')
  writeIfNew(path.join(folder, 'locales.ts'), [
    MADE,
    '',
    '/** The languages that the interface speaks, by BCP 47 tag. */',
    `export const LOCALES = [${tags}] as const`,
  ])
  for (const [part, name] of Object.entries(PARTS)) {
    writeIfNew(path.join(folder, 'parts', `${part}.ts`), [
      MADE,
      "import { type ByLanguage, inLanguage, type Words } from '../messages'",
      '',
      `const words: ByLanguage<'${part}'> = {`,
      ...languages.map(({ tag, source }) => `'${tag}': ${partOf(source, part, tag)},`),
      '}',
      '',
      `export const ${name} = (locale: string): Words<'${part}'> => inLanguage(words, locale)`,
    ])
  }
}

/** A part as it is written, from its brace to the one at the beginning of a line that ends it. */
function partOf(source: string, part: string, tag: string): string {
  const [, words] = new RegExp(`^export const ${part}\\b[^={]*= (\\{$[\\s\\S]*?^\\})$`, 'm').exec(source) ?? []
  if (words === undefined) throw new BuildError(`The language ${tag} lacks its part \`export const ${part} = {…}\``)
  return words
}

/** `zh-cn` as `zh-CN`. */
function tagOf(file: string): string {
  try {
    return Intl.getCanonicalLocales(file)[0] ?? file
  } catch {
    throw new BuildError(`lib/messages/languages/${file}.ts is not named by the tag of a language, such as fr or pt-br`)
  }
}

/** A file that is as it was is left alone: hot reload looks at when it was written. */
function writeIfNew(file: string, lines: string[]): void {
  const text = `${lines.join('\n')}\n`
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined
  if (!isThere || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
