/** Packages that only a build needs: what compiles a site, and what is compiled into the scripts of pages. */
export const BUILD_ONLY = ['@types/node', '@types/react', '@waline/client', 'esbuild', 'mermaid', 'typescript']
/** Dependencies of packages that nothing of a site loads: the PDF view of react-notion-x, and the compilers of Next.js. */
const UNUSED = /^(?:react-pdf|@next\/swc-.+)$/

/**
 * @typedef {{
 *   dependencies?: Record<string, string>
 *   optionalDependencies?: Record<string, string>
 *   peerDependencies?: Record<string, string>
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>
 * }} Manifest
 */

/**
 * Returns the folders of packages that a built site does not need.
 *
 * @param {Record<string, Manifest>} packages Those of a lockfile of npm, by folder.
 * @param {Manifest} root The package.json beside `node_modules`.
 */
export function findUnusedPackages(packages, root) {
  /** @type {Set<string>} */
  const used = new Set()
  const todo = listNeeded(root).map((name) => `node_modules/${name}`)
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    const manifest = packages[folder]
    if (manifest === undefined || used.has(folder)) continue
    used.add(folder)
    for (const name of listNeeded(manifest)) todo.push(resolve(packages, folder, name))
  }
  return Object.keys(packages).filter((folder) => folder !== '' && !used.has(folder))
}

/** Returns the names of packages that a package needs in a built site. */
function listNeeded(/** @type {Manifest} */ manifest) {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = manifest
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  return names.filter((name) => !BUILD_ONLY.includes(name) && !UNUSED.test(name))
}

/** Returns the folder in which Node.js finds a package: the nearest one upwards. */
function resolve(
  /** @type {Record<string, Manifest>} */ packages,
  /** @type {string} */ from,
  /** @type {string} */ name,
) {
  let folder = from
  while (folder !== '' && packages[`${folder}/node_modules/${name}`] === undefined) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  }
  return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
}

/** Whether a built site never reads a file: source maps, types, traces of the build, and fonts that social images do not use. */
export const isUnusedFile = (/** @type {string} */ file) =>
  /\.(?:map|nft\.json|d\.[cm]?ts)$/.test(file) ||
  (/[\\/]@fontsource(?:-variable)?[\\/][^\\/]+[\\/]files[\\/]/.test(file) && !/-(?:wght|\d+)-normal\.woff2$/.test(file))
