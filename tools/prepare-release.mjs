// Run by `npm version`, which changes package.json: writes the version to all other files that contain it, and dates the changelog.
import { readFileSync, writeFileSync } from 'node:fs'

const CREATE = 'packages/create-colophon/package.json'
/** They contain the tag of the release. */
const DOCUMENTS = ['docs/hosting.md', 'docs/operating.md']
const UNRELEASED = '## [Unreleased]\n'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const { version: former } = JSON.parse(readFileSync(CREATE, 'utf8'))
change(CREATE, (text) => text.replace(`"version": "${former}"`, `"version": "${version}"`))
for (const file of DOCUMENTS) change(file, (text) => text.replaceAll(`v${former}`, `v${version}`))
change('CHANGELOG.md', (text) => {
  const today = new Date().toISOString().slice(0, 10)
  return text.includes(`\n## [${version}]`)
    ? text
    : text.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`)
})

function change(/** @type {string} */ file, /** @type {(text: string) => string} */ edit) {
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}
