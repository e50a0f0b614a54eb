/** Why a component of a site folder could not be used. */
export interface SlotFailure {
  file: string
  message: string
}
