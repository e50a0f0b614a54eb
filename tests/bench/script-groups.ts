import { buildBrowserScripts } from '../../tools/browser-scripts.mjs'

/** Returns the scripts of pages as a table: the modules that they contain, by package or folder. */
export async function formatScriptGroups(): Promise<string> {
  const { outputs } = await buildBrowserScripts()
  const rows = outputs.flatMap(({ name, inputs }) => {
    const sums = new Map<string, number>()
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      sums.set(getGroup(file), (sums.get(getGroup(file)) ?? 0) + bytesInOutput)
    }
    return [...sums]
      .sort(([, a], [, b]) => b - a)
      .map(([group, bytes]) => [name, group, `${(bytes / 1000).toFixed(1)} kB`])
  })
  const all = [['script', 'modules of', 'minified'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** Returns the package of a module, or the folder of a module of this project. */
function getGroup(file: string): string {
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  return inPackage ?? file.split('/').slice(0, -1).slice(0, 3).join('/')
}
