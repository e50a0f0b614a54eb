import { expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '@/lib/http/request-body'
import { notifySite } from '@/lib/sync/notify-site'
import { createHostedId, listen } from './support'

test('notifies another site of changed pages with a body below the size limit for any number of pages', async () => {
  const bodies: string[] = []
  const { origin } = await listen(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    response.end('{}')
  })
  const createIds = (count: number) => Array.from({ length: count }, (_, at) => createHostedId(`page ${at}`))
  await notifySite(origin, 'secret', createIds(1000))
  await notifySite(origin, 'secret', createIds(1001))
  expect(bodies.map((body) => JSON.parse(body))).toEqual([{ pages: createIds(1000) }, { all: true }])
  for (const body of bodies) expect(body.length).toBeLessThanOrEqual(MAX_BODY_BYTES)
})
