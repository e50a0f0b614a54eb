import 'server-only'
import { drawCard } from './card'
import { drawIcon } from './icon'
import { measure, redraw } from './redraw'
import { shrink } from './shrink'

/** The jobs of the picture process, by name. Only that process imports their code, because native code cannot be interrupted. */
export const JOBS = { drawCard, drawIcon, measure, redraw, shrink }

export type Jobs = typeof JOBS
