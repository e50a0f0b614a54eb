import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of real data sets: `FIXTURES_DIR`, or else a sibling folder of the project; undefined if neither exists. */
export const fixturesDir: string | undefined = [process.env.FIXTURES_DIR, path.resolve('../shared/data')].find(
  (dir): dir is string => dir !== undefined && dir !== '' && existsSync(dir),
)

/** Names of the folders in {@link fixturesDir} that contain record maps. Other folders contain recorded responses of another API. */
export const fixtureSets: readonly string[] = fixturesDir === undefined ? [] : listFoldersWithRecordMaps(fixturesDir)

/** Reads all record maps of the real data sets as JSON. Returns an empty list if there are no data sets. */
export function readFixtureMaps(): { set: string; file: string; json: unknown }[] {
  const dir = fixturesDir
  if (dir === undefined) return []
  return fixtureSets.flatMap((set) =>
    listJsonFiles(path.join(dir, set)).map((file) => ({
      set,
      file,
      json: JSON.parse(readFileSync(file, 'utf8')) as unknown,
    })),
  )
}

function listFoldersWithRecordMaps(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && listJsonFiles(path.join(dir, entry.name)).length > 0)
    .map(({ name }) => name)
}

function listJsonFiles(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(dir, name))
}
