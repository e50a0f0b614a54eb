import { createStopSignal } from '../server/children'
import { buildIfNeeded } from './lib/build'

/** Builds the site and serves nothing: for an image or a machine that another one builds for. */
await buildIfNeeded(createStopSignal())
