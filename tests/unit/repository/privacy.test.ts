import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('every command that runs Next.js disables telemetry, as docs/privacy.md promises', () => {
  const files = ['cli', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  const sources = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const running = sources.filter(({ text }) =>
    /next\/dist\/bin\/next|NODE_ENV: '(?:production|development)'/.test(text),
  )
  expect(running.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['cli/dev.ts', 'cli/lib/build.ts', 'server/main.ts']),
  )
  const reporting = running.filter(({ text }) => !text.includes("NEXT_TELEMETRY_DISABLED: '1'"))
  expect(reporting.map(({ file }) => file)).toEqual([])
})
