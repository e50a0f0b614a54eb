import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Imports a module that `tools/compile.mjs` compiled. Next.js allows no `react-dom/server` in the modules that it bundles. */
export function importCompiled<Module>(name: string): Promise<Module> {
  const { href } = pathToFileURL(path.resolve(/*turbopackIgnore: true*/ 'dist', `${name}.mjs`))
  return import(/* turbopackIgnore: true */ /* @vite-ignore */ href)
}
