import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of real data sets: `FIXTURES_DIR`, else the sibling folder that developers keep them in; undefined when there is none. */
export const fixturesDir: string | undefined = [process.env.FIXTURES_DIR, path.resolve('../shared/data')].find(
  (dir): dir is string => dir !== undefined && dir !== '' && existsSync(dir),
)

/** Every record map of the real data sets, as parsed JSON; empty (said once by the caller's skipped test) without them. */
export function fixtureMaps(): { set: string; file: string; json: unknown }[] {
  const dir = fixturesDir
  if (dir === undefined) return []
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) =>
      readdirSync(path.join(dir, entry.name))
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({
          set: entry.name,
          file: path.join(dir, entry.name, name),
          json: JSON.parse(readFileSync(path.join(dir, entry.name, name), 'utf8')) as unknown,
        })),
    )
}
