import { useState } from 'react'

/**
 * Like `useState`, but returns to `initial` when `key` changes, for example when the rows are sorted in another order. `first` is the
 * state before that.
 */
export function useResettingState<State>(
  key: unknown,
  initial: State,
  first = initial,
): [state: State, set: (state: State) => void] {
  const [stored, store] = useState({ key, state: first })
  return [stored.key === key ? stored.state : initial, (state) => store({ key, state })]
}
