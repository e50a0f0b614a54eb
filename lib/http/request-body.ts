import 'server-only'

/** The largest body of a request, for every route. The server refuses a larger one before Next.js sees the request. */
export const LARGEST_BODY_BYTES = 64 * 1024

/** Returns the body of a request; undefined if it is longer than `most` bytes, and then the rest is not read. */
export async function bodyOf(
  request: Request,
  most = LARGEST_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

/** JSON in UTF-8; undefined when it is none, which no JSON is. */
export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** An answer to a program, kept nowhere. */
export function answerJson(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers: { ...headers, 'cache-control': 'private, no-store' } })
}
