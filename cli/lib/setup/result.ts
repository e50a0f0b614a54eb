/** The result of checking one part of the setup. `off`: the part is not used. `note`: it works, but something should be known. */
export interface SetupResult {
  part: string
  state: 'ok' | 'off' | 'note' | 'wrong'
  /** A sentence. If something is wrong, it contains what to do. */
  text: string
}

const SIGNS = { ok: '✓', off: '–', note: '!', wrong: '✗' }

/** Returns a line for a result. */
export const formatResult = ({ part, state, text }: SetupResult): string => `${SIGNS[state]} ${part}: ${text}`
