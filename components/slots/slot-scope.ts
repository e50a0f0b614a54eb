let isInSlot = false

/** Whether a slot is being rendered, outside of its islands. */
export const rendersSlot = (): boolean => isInSlot

/** Renders the content of a slot. */
export const renderInSlot = <Result>(render: () => Result): Result => renderIn(true, render)

/** Renders an island in a slot, which may have event handlers. */
export const renderInIsland = <Result>(render: () => Result): Result => renderIn(false, render)

function renderIn<Result>(isSlot: boolean, render: () => Result): Result {
  const before = isInSlot
  isInSlot = isSlot
  try {
    return render()
  } finally {
    isInSlot = before
  }
}
