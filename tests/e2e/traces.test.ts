import { Collector, readAttributes } from '@/tests/support/collector'
import { startMembersSite } from '@/tests/support/members-site'
import { requestSearch } from '@/tests/support/search-request'
import { expect, test } from './base'

test('exports request spans with routes and statuses, and without data about visitors', async () => {
  const collector = await Collector.start()
  const { site, sendRequest } = await startMembersSite({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // Longer than the test, so that all spans are exported when the site stops.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    OTEL_SERVICE_NAME: 'harbour',
  })
  const headers = { 'x-forwarded-for': '192.0.2.7', 'user-agent': 'a-browser', referer: 'http://from.example/' }
  const responses = [
    await requestSearch(site, { query: 'another-wish' }, headers),
    await sendRequest('/quay?who=me', { headers }),
    await sendRequest('/search?q=secret-wish', { headers }),
    await sendRequest('/members/lounge?from=the-quay', { as: 'mia', headers }),
    await sendRequest('/no-such-page', { headers }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
  await site.stop()

  expect([...collector.services]).toEqual(['harbour'])
  const requests = collector.spans
    .map(readAttributes)
    .filter((each) => each['next.span_type'] === 'BaseServer.handleRequest')
  const routes = requests.map((each) => [each['http.method'], each['http.route'], Number(each['http.status_code'])])
  expect(routes).toContainEqual(['GET', '/[[...path]]', 200])
  expect(routes).toContainEqual(['POST', '/api/search', 200])
  expect(routes).toContainEqual(['GET', '/members/[[...path]]', 200])
  const personalData =
    /who|wish|from=|quay|lounge|no-such-page|192\.0\.2|127\.0\.0|localhost|a-browser|example|mia|user_1|sess_1/
  expect(collector.received).not.toMatch(personalData)
  await collector.stop()
})
