import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SignInService } from './sign-in/service'

const PAGE = `import { headers } from 'next/headers'
import { Suspense } from 'react'
import { SignInScreen, SignUpScreen } from '@/components/account/screens'
import { SignInService } from '@/components/account/sign-in-service'

export default async function Page() {
  const siteUrl = 'http://' + (await headers()).get('host')
  const settings = { ...SETTINGS, siteUrl, locale: 'en' }
  return <SignInService settings={settings}><Suspense><SCREEN siteUrl={siteUrl} /></Suspense></SignInService>
}
`
const LAYOUT = `import type { ReactNode } from 'react'
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`

/**
 * Starts a development server with two of the product's screens: sign-in on a route of its own, and sign-up on a catch-all route.
 * The provider checks its routes only in development, and all screens of the product are on catch-all routes.
 */
export async function startCatchAllCheck(service: SignInService): Promise<{ url: string; stop(): Promise<void> }> {
  // Inside the project, where the bundler finds its components and packages.
  const dir = path.resolve(`.cache/catch-all-check-${process.pid}`)
  const { NEXT_PUBLIC_CLERK_PROXY_URL, NEXT_PUBLIC_CLERK_JS_URL, NEXT_PUBLIC_CLERK_UI_URL } = service.env
  const settings = {
    publishableKey: service.keys.publishableKey,
    proxyUrl: NEXT_PUBLIC_CLERK_PROXY_URL,
    scriptUrl: NEXT_PUBLIC_CLERK_JS_URL,
    screensUrl: NEXT_PUBLIC_CLERK_UI_URL,
  }
  writeFiles(dir, {
    'app/layout.tsx': LAYOUT,
    // Without these two files, the server would use those of the project.
    'instrumentation.ts': 'export function register() {}',
    'middleware.ts': "export const middleware = () => {}\nexport const config = { matcher: '/none' }",
    'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(process.cwd())} } }`,
    'tsconfig.json': JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { paths: { '@/*': ['../../*'] } },
    }),
  })
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'dev', dir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', ...service.env },
  })
  const ended = once(child, 'close')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const [, address] = /Local: +(\S+).*Ready in/s.exec(output) ?? []
        if (address !== undefined) resolve(address)
      })
    }
    child.once('exit', () => reject(new Error(`The development server ended:\n${output}`)))
  })
  const page = (screen: string) =>
    PAGE.replace('SCREEN', screen)
      .replace('SITE_URL', JSON.stringify(url))
      .replace('SETTINGS', JSON.stringify(settings))
  writeFiles(dir, {
    'app/sign-in/page.tsx': page('SignInScreen'),
    'app/sign-up/[[...path]]/page.tsx': page('SignUpScreen'),
  })
  return {
    url,
    async stop() {
      child.kill()
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function writeFiles(dir: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    writeFileSync(path.join(dir, name), text)
  }
}
