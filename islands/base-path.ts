/** The path of the site, from the address of the script. Stands for `BUILD_BASE_PATH` in scripts, which tools/browser-scripts.mjs compiles. */
export const BASE_PATH = new URL(import.meta.url).pathname.replace(/\/_next\/.*/, '')
