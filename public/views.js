// Shows how often a post was read. The place for the number is reserved, so that nothing moves.
{
  const place = document.querySelector('[data-views]')
  const show = async () => {
    const response = await fetch(place.dataset.views)
    const { views } = response.ok ? await response.json() : {}
    if (!(views > 0)) return
    const language = document.documentElement.lang || undefined
    place.firstElementChild.textContent = `${place.dataset.label} ${new Intl.NumberFormat(language).format(views)}`
    place.style.visibility = ''
  }
  show().catch(console.warn)
}
