import { readFileSync } from 'node:fs'
import { startNginx, type WebServer } from './nginx'

/** Starts nginx with the project's configuration on a free loopback port, in front of two sites. It stops with this process. */
export const startBalancer = (sites: readonly [{ url: string }, { url: string }]): Promise<WebServer> =>
  startNginx((port) =>
    readFileSync('deploy/nginx.conf', 'utf8')
      .replaceAll('site-1:3000', `127.0.0.1:${new URL(sites[0].url).port}`)
      .replaceAll('site-2:3000', `127.0.0.1:${new URL(sites[1].url).port}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`),
  )
