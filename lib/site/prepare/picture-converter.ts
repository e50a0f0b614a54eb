import 'server-only'
import { getHeicDecoderVersion } from '../../pictures/heic-version'
import { getPictureProcess } from '../../pictures/picture-process'
import type { PictureConverter } from '../../snapshot/converted-pictures'
import { isWorkerNotReady } from '../../workers/errors'

/** Returns a converter of HEIC files that uses the picture process. `limitMs` limits the time of one preparation. */
export function createPictureConverter(limitMs = Number.POSITIVE_INFINITY): PictureConverter {
  const version = getHeicDecoderVersion()
  return {
    version: version ?? 'none',
    limitMs,
    convert: async (file) => {
      if (version === undefined) return undefined
      return await getPictureProcess()
        .run('convert', file, 'a HEIC picture')
        .catch((error: unknown) => {
          if (isWorkerNotReady(error)) throw error
          return undefined
        })
    },
  }
}
