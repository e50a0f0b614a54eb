const REDIS = Symbol.for('colophon.redis')

/**
 * The one connection of a serving process, made when it is first asked for: where one instance serves alone nobody asks, and its start
 * does not wait for the client's code. Its supervisor says whether Redis is there.
 * @param {string} url
 */
export function sharedRedis(url) {
  const shared = /** @type {{ [REDIS]?: Promise<import('./connection.mjs').Redis> }} */ (globalThis)
  shared[REDIS] ??= import('./connection.mjs').then(({ connectToRedis }) => connectToRedis(url, () => {}))
  return shared[REDIS]
}
