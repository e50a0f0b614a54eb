/** The names of the files beside this script. Set by tools/browser-scripts.mjs. */
declare const REACT_SCRIPT: string
declare const REACT_STYLES: string

type ReactIslands = typeof import('./react')

const scriptUrl = new URL(REACT_SCRIPT, import.meta.url)
const stylesUrl = new URL(REACT_STYLES, import.meta.url)
/** The script for which the document was loaded again. */
const RELOADED = 'reloaded-for'

/** Returns a function that loads a file once. After a failure, its next call tries again. */
function createLoader<Loaded>(load: (suffix: string) => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  let failures = 0
  return () => {
    // Browsers may keep the failure of a file under its address.
    loading ??= load(failures === 0 ? '' : `?${failures}`).catch((error: unknown) => {
      loading = undefined
      failures++
      throw error
    })
    return loading
  }
}

const loadScript = createLoader(async (suffix): Promise<ReactIslands> => {
  try {
    return await import(scriptUrl.href + suffix)
  } catch (error) {
    void reloadIfGone()
    throw error
  }
})
const loadStyles = createLoader(insertStyles)
let isRequested = false

/** Loads React and the islands that need it, once. After a failure, the next call tries again. */
export async function loadReact(): Promise<ReactIslands> {
  isRequested = true
  const [islands] = await Promise.all([loadScript(), loadStyles()])
  return islands
}

/** Requests the script without running it, unless the visitor saves data. */
export function preloadReact(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (isRequested || connection?.saveData) return
  if (document.head.querySelector(`link[href="${scriptUrl.pathname}"]`)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.setAttribute('href', scriptUrl.pathname)
  document.head.append(link)
}

function insertStyles(suffix: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('The style sheet of the islands could not be loaded'))
    }
    link.href = stylesUrl.href + suffix
    document.head.append(link)
  })
}

/** A page that was left open over a deployment is loaded again, because its scripts no longer exist. Once only, so that it cannot loop. */
async function reloadIfGone(): Promise<void> {
  const { status } = await fetch(scriptUrl, { method: 'HEAD' }).catch(() => ({ status: 0 }))
  // An incomplete search opens its page, with what the visitor has typed.
  if (status !== 404 || document.querySelector('dialog.search[open]') !== null) return
  try {
    if (sessionStorage.getItem(RELOADED) === REACT_SCRIPT) return
    sessionStorage.setItem(RELOADED, REACT_SCRIPT)
    location.reload()
  } catch {
    // Without storage, it could loop.
  }
}
