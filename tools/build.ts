import { buildIfNeeded } from './lib/build'
import { untilStopped } from './lib/children'

/** Builds the site and serves nothing: for an image or a machine that another one builds for. */
await buildIfNeeded(untilStopped())
