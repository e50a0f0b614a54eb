/** Returns the milliseconds until the response is complete. Throws if it is not the page. */
export async function answerTime(url: string, headers?: Record<string, string>): Promise<number> {
  const asked = performance.now()
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - asked
}
