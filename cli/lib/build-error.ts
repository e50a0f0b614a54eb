/** Thrown if a build fails. The message describes what to do, unless the output of the build does. */
export class BuildError extends Error {
  override name = 'BuildError'
}
