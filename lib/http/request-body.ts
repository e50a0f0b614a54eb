import 'server-only'

/** The largest request body of any route. The server refuses larger ones before Next.js sees the request. */
export const MAX_BODY_BYTES = 64 * 1024

/** Returns the body of a request. Returns undefined if it is longer than `most` bytes, without reading the rest. */
export async function readBody(request: Request, most = MAX_BODY_BYTES): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

/** Returns the fields of a form; none if it is longer than {@link MAX_BODY_BYTES}. */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBody(request)))

/** Parses JSON in UTF-8. Returns undefined if it is malformed; no valid JSON parses to undefined. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
