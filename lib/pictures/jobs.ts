import 'server-only'
import { drawCard } from './card'
import { drawIcon } from './icon'
import { measurePicture, redrawPicture } from './redraw'
import { shrinkPicture } from './shrink'

/** The jobs of the picture process, by name. Only that process imports their code, because native code cannot be interrupted. */
export const JOBS = { drawCard, drawIcon, measure: measurePicture, redraw: redrawPicture, shrink: shrinkPicture }

export type Jobs = typeof JOBS
