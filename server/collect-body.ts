import type { ServerResponse } from 'node:http'

/** Collects the body that Next.js sends, and calls `finish` with it, which ends the response. The status and the headers are set by then. */
export function collectBody(response: ServerResponse, finish: (body: Buffer) => void): void {
  const { writeHead, write, end, flushHeaders } = response
  const chunks: Buffer[] = []
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  Object.assign(response, {
    writeHead(status: number, ...rest: unknown[]) {
      response.statusCode = status
      const headers = rest.find((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
      for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
      return response
    },
    flushHeaders() {},
    write(chunk: unknown, ...rest: unknown[]) {
      collect(chunk, rest[0])
      const done = rest.find((each) => typeof each === 'function')
      if (done !== undefined) process.nextTick(done as () => void)
      return true
    },
    end(...args: unknown[]) {
      collect(args[0], args[1])
      Object.assign(response, { writeHead, write, end, flushHeaders })
      const done = args.find((each) => typeof each === 'function')
      if (done !== undefined) response.once('finish', done as () => void)
      finish(Buffer.concat(chunks))
      return response
    },
  })
}
