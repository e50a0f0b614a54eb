/** Returns the milliseconds until the response is complete. Throws if its status is not 200. */
export async function timeResponse(url: string, headers?: Record<string, string>): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`)
  return performance.now() - started
}
