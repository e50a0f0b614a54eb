import 'server-only'
import { createRequire } from 'node:module'

/** The version of the decoder, which is an optional dependency; undefined if it is not installed. */
export function getHeicDecoderVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)('heic-decode/package.json') as { version: string }).version
  } catch {
    return undefined
  }
}
