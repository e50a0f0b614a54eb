import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of real data sets: `FIXTURES_DIR`, else the sibling folder that developers keep them in; undefined when there is none. */
export const fixturesDir: string | undefined = [process.env.FIXTURES_DIR, path.resolve('../shared/data')].find(
  (dir): dir is string => dir !== undefined && dir !== '' && existsSync(dir),
)

/** The folders of {@link fixturesDir} that hold record maps, by name. Others hold recorded responses of another API. */
export const fixtureSets: readonly string[] = fixturesDir === undefined ? [] : foldersWithRecordMaps(fixturesDir)

/** Every record map of the real data sets, as parsed JSON; empty without them. */
export function fixtureMaps(): { set: string; file: string; json: unknown }[] {
  const dir = fixturesDir
  if (dir === undefined) return []
  return fixtureSets.flatMap((set) =>
    jsonFilesIn(path.join(dir, set)).map((file) => ({
      set,
      file,
      json: JSON.parse(readFileSync(file, 'utf8')) as unknown,
    })),
  )
}

function foldersWithRecordMaps(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && jsonFilesIn(path.join(dir, entry.name)).length > 0)
    .map(({ name }) => name)
}

function jsonFilesIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(dir, name))
}
