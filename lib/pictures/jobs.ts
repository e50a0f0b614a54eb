import 'server-only'
import { convertPicture, measurePicture, redrawPicture } from './redraw'
import { shrinkPicture } from './shrink'
import { drawIcon, drawSocialImage } from './social-image'

/** The jobs of the picture process, by name. Only that process imports their code, because native code cannot be interrupted. */
export const JOBS = {
  convert: convertPicture,
  drawIcon,
  drawSocialImage,
  measure: measurePicture,
  redraw: redrawPicture,
  shrink: shrinkPicture,
}

export type Jobs = typeof JOBS
