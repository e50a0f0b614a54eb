// Starts the worker that keeps copies of the pages that contain this script.
{
  /** What requests the parts of a page. Style sheets request fonts. */
  const PARTS = ['link', 'script', 'css', 'img']
  const { serviceWorker } = navigator
  const { src } = document.currentScript
  const keep = async () => {
    const hasSeenPage = serviceWorker.controller !== null
    await serviceWorker.register(new URL('offline-worker.js', src))
    if (hasSeenPage) return
    const { active } = await serviceWorker.ready
    const parts = performance.getEntriesByType('resource').filter(({ initiatorType }) => PARTS.includes(initiatorType))
    active.postMessage({ page: location.href, files: parts.map(({ name }) => name) })
  }
  // Browsers have workers on secure origins only.
  if (serviceWorker) addEventListener('load', () => keep().catch(console.warn))
}
