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

/** The finished response of a public page. */
export interface CachedDocument {
  /** The page that it shows, as `<page id>:<version>`. */
  readonly version: string
  /** The headers except those of the encoding. */
  readonly headers: OutgoingHttpHeaders
  readonly gzip: Buffer
  readonly brotli: Buffer
}

/** A response before it is compressed. */
export interface RenderedDocument {
  version: string
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** Finished responses by canonical path, within a number of bytes. The least recently used document is evicted first. */
export class DocumentCache {
  readonly #documents: LRUCache<string, CachedDocument>

  constructor(maxBytes = MAX_BYTES) {
    this.#documents = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf })
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

const sizeOf = ({ gzip: { length: zipped }, brotli: { length: smaller } }: CachedDocument, path: string) =>
  zipped + smaller + Buffer.byteLength(path) + OVERHEAD

/** Compresses a response in the thread pool of Node.js. */
export async function compressDocument({ version, headers, body }: RenderedDocument): Promise<CachedDocument> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [zipped, smaller] = await Promise.all([
    compressGzip(body, { level: GZIP_LEVEL }),
    compressBrotli(body, { params }),
  ])
  return { version, headers, gzip: zipped, brotli: smaller }
}

/** Returns the body of a document without compression. */
export const expandDocument = (document: CachedDocument): Promise<Buffer> => expand(document.gzip)
