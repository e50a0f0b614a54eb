import { expect, test } from 'vitest'
import { LARGEST_BODY_BYTES } from '@/lib/http/request-body'
import { notifySite } from '@/lib/sync/notify-site'
import { idOf, listen } from './support'

test('another site is notified of changed pages, in a body that is not too long for any number of pages', async () => {
  const bodies: string[] = []
  const { origin } = await listen(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    response.end('{}')
  })
  const ids = (count: number) => Array.from({ length: count }, (_, at) => idOf(`page ${at}`))
  await notifySite(origin, 'secret', ids(1000))
  await notifySite(origin, 'secret', ids(1001))
  expect(bodies.map((body) => JSON.parse(body))).toEqual([{ pages: ids(1000) }, { all: true }])
  for (const body of bodies) expect(body.length).toBeLessThanOrEqual(LARGEST_BODY_BYTES)
})
