import { replay } from './hold'
import { watchIntent } from './intent'
import { loadReact } from './load-react'
import { mountIslands } from './mount'
import { watchContents } from './site/contents'
import { copyOnClick } from './site/copy'
import { mountHeader } from './site/header'
import { mountSearch, mountSearchPage } from './site/search'
import { shareOnClick } from './site/share'
import { openBranches } from './site/sidebar-branches'
import { markSlowLinks } from './site/slow-links'
import { skipWhatFits } from './site/tab-stops'

// The script of every page. Everything that needs React is loaded on intent.

declare global {
  interface Window {
    /** Makes the page operable that a client-side navigation of the sign-in service has rendered. */
    mountPage?: () => void
  }
}

const mounted = new WeakSet<Element>()
let unmount = () => {}

window.mountPage = () => {
  const content = document.querySelector<HTMLElement>('.page-body')
  if (content && !mounted.has(content)) {
    mounted.add(content)
    unmount()
    unmount = mountIslands(content)
  }
  const sidebar = document.querySelector<HTMLElement>('.sidebar')
  if (sidebar && !mounted.has(sidebar)) {
    mounted.add(sidebar)
    openBranches(sidebar)
  }
  mountSearchPage()
}

// An error of one of them does not keep the others from responding.
for (const mount of [
  mountHeader,
  copyOnClick,
  shareOnClick,
  watchContents,
  watchIntent,
  mountSearch,
  markSlowLinks,
  skipWhatFits,
]) {
  try {
    mount()
  } catch (error) {
    reportError(error)
  }
}
try {
  window.mountPage()
} catch (error) {
  reportError(error)
  loadReact().then(({ showClientError }) => showClientError(), console.warn)
}
// On phones, Back is how visitors close what covers the page. A click comes before.
if (matchMedia('(pointer:coarse),(width<40rem)').matches) {
  const load = () => void import('./site/overlays').catch(console.warn)
  if (history.state?.overlays || document.querySelector(':is(dialog[open],:popover-open)')) load()
  for (const type of ['click', 'searchopen']) addEventListener(type, load, { capture: true, once: true })
}
replay(window.takeEarlyEvents?.() ?? [])
