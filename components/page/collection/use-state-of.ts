import { useState } from 'react'

/** State that is reset to `initial` when its owner changes. */
export function useStateOf<State>(owner: unknown, initial: State): [state: State, set: (state: State) => void] {
  const [held, hold] = useState({ owner, state: initial })
  return [held.owner === owner ? held.state : initial, (state) => hold({ owner, state })]
}
