import { writeDocs } from './docs/create-docs'

/** Writes the workspace of the documentation, which `npm run docs` then exports. */

const pages = await writeDocs('.state/docs/workspace')
console.log(`Wrote the ${pages} pages of the documentation.`)
