import { afterAll } from 'vitest'
import { RedisServer } from './redis'

/** Starts a Redis that all tests of a file share; it stops after the last one. */
export async function startFileRedis(): Promise<RedisServer> {
  const server = await RedisServer.start()
  afterAll(() => server.stop())
  return server
}
