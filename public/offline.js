// Asks a worker to keep a copy of the page that contains this script.
{
  const { serviceWorker } = navigator
  const { src } = document.currentScript
  const sent = new Set()
  const keep = async () => {
    await serviceWorker.register(new URL('offline-worker.js', src))
    const { active } = await serviceWorker.ready
    const send = (page) => {
      const all = performance.getEntriesByType('resource').map(({ name }) => name)
      const files = all.filter((file) => !sent.has(file))
      for (const file of files) sent.add(file)
      active.postMessage({ page, files })
    }
    send(location.origin + location.pathname)
    // Pictures load when they come near.
    addEventListener('pagehide', () => send())
  }
  // Browsers have workers on secure origins only.
  if (serviceWorker) addEventListener('load', () => keep().catch(console.warn))
}
