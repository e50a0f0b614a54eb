import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RedisServer } from '@/tests/support/redis'
import { createFolder, runCommand } from '@/tests/support/site'
import { startTlsRedis } from '@/tests/support/tls-redis'

test('a snapshot is copied from a folder to Redis and to another folder, and errors are reported', async () => {
  const redis = await RedisServer.start()
  const dir = createFolder('copied')
  const [first, second] = [`${dir}/first`, `${dir}/second`]
  const copy = (from: string, to: string) =>
    runCommand('snapshot', { STATE_DIR: first, REDIS_URL: redis.url }, 'copy', from, to)
  const toRedis = await copy('workspace', 'redis')
  expect(toRedis.stdout).toMatch(/^Copied \d+ files \(\d+\.\d MB\); snapshot \w+ has \d+ pages and is complete$/m)
  expect(toRedis.code).toBe(0)
  const toFolder = await copy(redis.url, second)
  expect(toFolder.stdout).toBe(toRedis.stdout)
  const twice = await copy('redis', second)
  expect(twice.stdout).toContain('Copied 0 files')
  expect(await copy(`${dir}/nowhere`, redis.url)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no snapshot to copy: name the state folder .+\n$/),
  })
  await redis.stop()
  rmSync(dir, { recursive: true })
})

test('a Redis with an unknown certificate is not trusted', async () => {
  const tls = await startTlsRedis()
  const dir = createFolder('copied')
  const env = { REDIS_URL: tls.createUrl('first'), STATE_DIR: dir }
  const result = await runCommand('snapshot', env, 'copy', 'workspace', 'redis')
  expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be reached \(\w*SELF_SIGNED\w*\)/) })
  await tls.stop()
  rmSync(dir, { recursive: true })
})
