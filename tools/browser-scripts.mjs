import path from 'node:path'

/** The browsers that Next.js supports. */
export const TARGET = ['chrome111', 'edge111', 'firefox111', 'safari16.4']
/** Makes Chromium compile all functions of a script while it is fetched. For other browsers it is a comment. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

const OPTIONS = {
  outdir: 'dist/scripts',
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  platform: /** @type {const} */ ('browser'),
  target: TARGET,
  jsx: /** @type {const} */ ('automatic'),
  legalComments: /** @type {const} */ ('none'),
  metafile: /** @type {const} */ (true),
  write: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warning'),
}

/** Modules learn the base path from their own address. */
const MODULE = { ...OPTIONS, format: /** @type {const} */ ('esm'), inject: ['islands/base-path.ts'] }
const DEFINE = { 'process.env.NODE_ENV': '"production"', 'process.env.BUILD_BASE_PATH': 'BASE_PATH' }

/**
 * Compiles the scripts of pages. Returns their files, what documents contain of them (`lib/scripts.ts`), the modules of each, and the files
 * that they were made from.
 */
export async function buildBrowserScripts() {
  const { build } = await import('esbuild')
  const compile = (/** @type {string} */ entryPoint, /** @type {Partial<import('esbuild').BuildOptions>} */ options) =>
    build({ ...MODULE, define: DEFINE, ...options, ...OPTIONS, entryPoints: [entryPoint] })
  const [early, overlays, staticSearch, visits, preview, htmlBlocks, diagrams, comments] = await Promise.all([
    compile('islands/early.ts', { format: 'iife', inject: [] }),
    compile('islands/site/overlays.ts', {}),
    compile('lib/search/static/search-static-index.ts', {}),
    compile('islands/visits.ts', {}),
    compile('islands/preview.ts', {}),
    compile('islands/html-blocks.ts', {}),
    // Mermaid loads a script of its own for each type of diagram.
    compile('islands/diagrams.ts', { inject: [], splitting: true, chunkNames: 'mermaid-[name]-[hash]' }),
    // The client of each service is a script of its own.
    compile('islands/comments/comments.ts', {
      inject: [],
      splitting: true,
      chunkNames: 'comments-[name]-[hash]',
      loader: { '.css': 'text' },
      define: { ...DEFINE, __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
    }),
  ])
  const react = await compile('islands/react.tsx', {
    banner: { js: COMPILE_HINT },
    // Only exported sites search in the browser.
    plugins: [createLink(/\/search-static-index$/, getName(staticSearch))],
  })
  const start = await compile('islands/start.ts', {
    define: {
      ...DEFINE,
      REACT_SCRIPT: JSON.stringify(getName(react)),
      REACT_STYLES: JSON.stringify(getName(react, /\.css$/)),
    },
    // Only touch screens need it.
    plugins: [createLink(/\/overlays$/, getName(overlays))],
  })
  const siteIslands = await compile('islands/site-islands.ts', {
    inject: [],
    define: { ...DEFINE, REACT_SCRIPT: JSON.stringify(getName(react)) },
  })
  const files = [start, react, siteIslands, overlays, staticSearch, visits, preview, htmlBlocks, diagrams, comments]
  return {
    files: files.flatMap(({ outputFiles }) => outputFiles),
    scripts: {
      head: early.outputFiles[0]?.text.trim(),
      start: getName(start),
      visits: getName(visits),
      preview: getName(preview),
      htmlBlocks: getName(htmlBlocks),
      diagrams: getName(diagrams, /\bdiagrams-\w+\.js$/),
      comments: getName(comments, /\bcomments-\w+\.js$/),
      siteIslands: getName(siteIslands),
      react: getName(react),
    },
    outputs: [early, ...files].flatMap(({ metafile }) =>
      Object.entries(metafile.outputs).map(([file, { inputs }]) => ({ name: path.basename(file), inputs })),
    ),
    inputs: [early, ...files]
      .flatMap(({ metafile }) => Object.keys(metafile.inputs))
      // The lockfile names the versions of packages.
      .filter((file) => !file.startsWith('node_modules/'))
      .concat('package-lock.json', 'tools/browser-scripts.mjs'),
  }
}

const getName = (/** @type {{ outputFiles: import('esbuild').OutputFile[] }} */ { outputFiles }, name = /\.js$/) =>
  path.basename(outputFiles.find((file) => name.test(file.path))?.path ?? '')

/** Leaves an import to the browser, from the file of that name. */
const createLink = (/** @type {RegExp} */ filter, /** @type {string} */ name) => ({
  name: `link to ${name}`,
  setup: (/** @type {import('esbuild').PluginBuild} */ build) =>
    build.onResolve({ filter }, () => ({ path: `./${name}`, external: true })),
})
