/** The names of the files beside this script. Set by tools/compile.mjs. */
declare const REACT_SCRIPT: string
declare const REACT_STYLES: string

type ReactIslands = typeof import('./react')

const scriptUrl = new URL(REACT_SCRIPT, import.meta.url)
const stylesUrl = new URL(REACT_STYLES, import.meta.url)
/** The script for which the document was loaded again. */
const RELOADED = 'reloaded-for'

let loading: Promise<ReactIslands> | undefined
let failures = 0

/** Loads React and the islands that need it, once. After a failure, the next call tries again. */
export function loadReact(): Promise<ReactIslands> {
  loading ??= importReact().catch((error: unknown) => {
    loading = undefined
    failures++
    void reloadIfGone()
    throw error
  })
  return loading
}

/** Requests the script without running it, unless the visitor saves data. */
export function preloadReact(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (loading !== undefined || connection?.saveData) return
  if (document.head.querySelector(`link[href="${scriptUrl.pathname}"]`)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.setAttribute('href', scriptUrl.pathname)
  document.head.append(link)
}

async function importReact(): Promise<ReactIslands> {
  // Browsers may keep the failure of a module under its address.
  const suffix = failures === 0 ? '' : `?${failures}`
  const [islands] = await Promise.all([import(scriptUrl.href + suffix) as Promise<ReactIslands>, loadStyles(suffix)])
  return islands
}

function loadStyles(suffix: string): Promise<void> {
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
