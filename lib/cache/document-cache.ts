import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const expand = promisify(gunzip)

/** The largest size of all documents in bytes. */
const MAX_BYTES = 64 * 1024 * 1024
/** The bytes of a document besides its bodies: headers and bookkeeping. */
const OVERHEAD = 4096
const GZIP_LEVEL = 6
/** Takes as long as gzip at its level and is 14 % smaller; level 9 takes ten times as long. */
const BROTLI_QUALITY = 5
/** Headers that describe a body. A 304 response has none of them. */
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-language'])

/** A response before it is compressed. */
export interface RenderedDocument {
  /** The page that it shows, as `<page id>:<version>`. */
  version: string
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** The body of a document in the encodings that are sent. */
export interface CompressedBody {
  readonly gzip: Buffer
  readonly brotli: Buffer
}

/** The finished responses to requests for one version of a public page. */
export interface CachedDocument {
  readonly version: string
  readonly etag: string
  readonly body: CompressedBody
  /** The headers of each response, as the lists of names and values that `writeHead` takes. */
  readonly heads: {
    readonly gzip: string[]
    readonly brotli: string[]
    /** Without `content-length`, which is known after decompression. */
    readonly identity: string[]
    readonly notModified: string[]
  }
}

/** Finished responses by canonical path, within a number of bytes. The least recently used document is evicted first. */
export class DocumentCache {
  readonly #documents: LRUCache<string, CachedDocument>

  constructor(maxBytes = MAX_BYTES) {
    this.#documents = new LRUCache({ maxSize: maxBytes, sizeCalculation: getSize })
  }

  /** Returns the document of a path if it shows this version. */
  get(path: string, version: string): CachedDocument | undefined {
    const document = this.#documents.get(path)
    return document?.version === version ? document : undefined
  }

  set(path: string, document: CachedDocument): void {
    this.#documents.set(path, document)
  }

  /** Bytes of all documents. */
  get bytes(): number {
    return this.#documents.calculatedSize
  }
}

const getSize = ({ body }: CachedDocument, path: string) =>
  body.gzip.length + body.brotli.length + Buffer.byteLength(path) + OVERHEAD

/** Compresses a body in the thread pool of Node.js. */
export async function compressBody(body: Buffer): Promise<CompressedBody> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [zipped, smaller] = await Promise.all([
    compressGzip(body, { level: GZIP_LEVEL }),
    compressBrotli(body, { params }),
  ])
  return { gzip: zipped, brotli: smaller }
}

/** Returns a body without compression. */
export const expandBody = (body: CompressedBody): Promise<Buffer> => expand(body.gzip)

/** Creates a document. Its headers become lists here, because creating them for each response costs as much as sending it. */
export function createDocument(version: string, headers: OutgoingHttpHeaders, body: CompressedBody): CachedDocument {
  const identity = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => [name, String(each)]),
  )
  const describeBody = (encoding: string, { length }: Buffer) => [
    'content-encoding',
    encoding,
    'content-length',
    String(length),
  ]
  return {
    version,
    etag: String(headers.etag ?? ''),
    body,
    heads: {
      gzip: [...identity, ...describeBody('gzip', body.gzip)],
      brotli: [...identity, ...describeBody('br', body.brotli)],
      identity,
      notModified: identity.filter((_, at) => !BODY_HEADERS.has(identity[at - (at % 2)] ?? '')),
    },
  }
}
