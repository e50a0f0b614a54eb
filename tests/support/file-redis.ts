import { afterAll } from 'vitest'
import { RedisServer } from './redis'

/** Starts a Redis server for all tests of the calling file. It stops after the last test. */
export async function startFileRedis(): Promise<RedisServer> {
  const server = await RedisServer.start()
  afterAll(() => server.stop())
  return server
}
