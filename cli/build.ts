import { createStopSignal } from '../server/children'
import { buildIfNeeded } from './lib/build'

/** Builds the site without serving it, for a container image or another machine. */
await buildIfNeeded(createStopSignal())
