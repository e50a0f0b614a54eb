/**
 * The file extensions of copies of pages, and the handlers to which `next.config.mjs` rewrites them. Paths of pages contain no dot.
 *
 * @type {Readonly<Record<string, string>>}
 */
const COPY_HANDLERS = { md: 'api/markdown', epub: 'api/epub' }

export const COPY_EXTENSIONS = Object.keys(COPY_HANDLERS)

/** Matches the path of a copy. The groups are the path of the page and the extension. */
export const COPY_PATH = new RegExp(`^(.+)\\.(${COPY_EXTENSIONS.join('|')})$`, 'i')

/** Returns the rewrites of Next.js for all copies of pages. */
export const listCopyRewrites = () =>
  Object.entries(COPY_HANDLERS).flatMap(([extension, handler]) => [
    {
      source: `/:path((?!api/|members/|unlock/|preview/|files/|embed\\.html/|mcp/|_next/).*)\\.${extension}`,
      destination: `/${handler}/:path`,
    },
    {
      source: `/members/:path((?!files/|embed\\.html/|desk/).*)\\.${extension}`,
      destination: `/${handler}/members/:path`,
    },
  ])
