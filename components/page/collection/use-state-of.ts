import { useState } from 'react'

/** State that belongs to something else, and is `initial` again when that has become another. */
export function useStateOf<State>(owner: unknown, initial: State): [state: State, set: (state: State) => void] {
  const [held, hold] = useState({ owner, state: initial })
  return [held.owner === owner ? held.state : initial, (state) => hold({ owner, state })]
}
