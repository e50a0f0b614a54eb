// The buttons that change the size of the text. A script in the head of the document applies a stored size before the first paint.
{
  const KEY = 'text-size'
  const SIZES = [90, 100, 115, 130, 150]
  const { style } = document.documentElement

  const getPlace = () => {
    const place = SIZES.indexOf(Math.round(100 * Number(style.getPropertyValue('--text-scale'))))
    return place === -1 ? SIZES.indexOf(100) : place
  }
  const apply = (size) => {
    if (size !== 100 && SIZES.includes(size)) style.setProperty('--text-scale', size / 100)
    else style.removeProperty('--text-scale')
  }
  const readSize = () => {
    try {
      return Number(localStorage.getItem(KEY))
    } catch {
      return 100
    }
  }

  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-text-size]')
    const size = button && SIZES[getPlace() + Number(button.dataset.textSize)]
    if (!size) return
    apply(size)
    try {
      if (size === 100) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, size)
    } catch {
      // Storage may be full or forbidden. The size lasts as long as the document.
    }
  })
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) apply(readSize())
  })
  // The back/forward cache restores pages with their former size.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) apply(readSize())
  })
}
