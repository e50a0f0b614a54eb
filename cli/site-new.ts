import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getEnv, getProjectFolder } from '../lib/settings/env'
import { listThemes } from '../lib/site-folder/read-site-folder'
import { fail } from '../tools/explain-error.mjs'
import { readArguments } from './lib/read-arguments'

/** Writes a site folder with a commented example of each file. */
const TEMPLATE = 'cli/site-template'

const theme = readTheme()
const dir = getEnv().siteDir ?? path.resolve(getProjectFolder(), 'site')
if (existsSync(dir)) fail(`${dir} exists: remove it, or set SITE_DIR to the folder that should be created`)
try {
  cpSync(TEMPLATE, dir, { recursive: true })
} catch (error) {
  fail(`${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): set SITE_DIR to another folder`)
}
if (theme !== undefined) {
  const file = path.join(dir, 'site.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\{\n/, `{\n  "theme": "${theme}",\n`))
}
console.log(
  `${path.relative(getProjectFolder(), dir) || dir} is the folder of your site: README.md in it says what each file does.`,
)
console.log('npm run site shows it, and npm run check names mistakes.')

function readTheme(): string | undefined {
  const themes = listThemes()
  const { theme } = readArguments({
    name: 'site:new',
    about: 'Writes a site folder with a commented example of each file.',
    options: { theme: { value: 'NAME', about: `the theme of the site: ${themes.join(', ')}` } },
  }).values
  if (theme === undefined || themes.includes(theme)) return theme
  return fail(`There is no theme “${theme}”: name one of ${themes.join(', ')}`)
}
