import { connectToRedis } from './connection.mjs'

const REDIS = Symbol.for('colophon.redis')

/** The one connection of a serving process, made when it is first asked for. Its supervisor says whether Redis is there. */
export function sharedRedis(/** @type {string} */ url) {
  const shared = /** @type {{ [REDIS]?: import('./connection.mjs').Redis }} */ (globalThis)
  shared[REDIS] ??= connectToRedis(url, () => {})
  return shared[REDIS]
}
