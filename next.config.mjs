import { fileURLToPath } from 'node:url'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/** @returns {import('next').NextConfig} */
export default function config(/** @type {string} */ phase) {
  return {
    poweredByHeader: false,
    reactStrictMode: true,
    // `npm test` checks the types.
    typescript: { ignoreBuildErrors: true },
    // The grammars of one are found by name at run time, which a bundle cannot follow; the others also serve what is no bundle.
    serverExternalPackages: ['prismjs', '@redis/client', 'prom-client', 'wawoff2', ...TRACING],
    turbopack: { root, resolveAlias: unusedInTheBrowser() },
    // Pictures are made small behind `/files`, which asks who may see them: the optimizer's own cache would not.
    images: { unoptimized: true },
    // The Markdown copies of pages; no path of a page holds a dot.
    rewrites: () => [{ source: '/:path((?!api/|members/|_next/).*)\\.md', destination: '/api/markdown/:path' }],
    headers: () => [
      { source: '/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] },
      {
        // What says nothing about a script or a face is not sent with each of them.
        source: '/:path((?!_next/static/).*)',
        headers: [
          { key: 'referrer-policy', value: 'strict-origin-when-cross-origin' },
          { key: 'permissions-policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
        ],
      },
    ],
    ...(phase !== PHASE_DEVELOPMENT_SERVER && {
      cacheHandler: `${root}lib/cache/handler.mjs`,
      cacheMaxMemorySize: 0,
    }),
  }
}

/** Loaded where traces are wanted, and nowhere else. */
const TRACING = ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-node']

const NOTHING = './components/page/stubs/unused.ts'

/** What the renderer imports for its own header, search, images and zoom, none of which is used. */
function unusedInTheBrowser() {
  const names = ['@fisch0920/medium-zoom', 'normalize-url', 'p-queue', 'react-hotkeys-hook', 'react-image']
  return Object.fromEntries(names.map((name) => [name, { browser: NOTHING }]))
}
