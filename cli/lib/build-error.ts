/** Thrown when there can be no build; says what to do where its output did not. */
export class BuildError extends Error {
  override name = 'BuildError'
}
