/** Milliseconds until the whole answer is there. Throws when that is not the page. */
export async function answerTime(url: string, headers?: Record<string, string>): Promise<number> {
  const asked = performance.now()
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - asked
}
