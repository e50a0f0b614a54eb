import { addBasePath, removeBasePath } from '@/lib/base-path'

/** What the next page of the site needs to show the sidebar as it is. */
interface Stored {
  /** When the first of the branches was loaded. */
  time: number
  scrollTop: number
  /** Whether the visitor opened or closed a branch, by the address of its page. */
  isOpen: [address: string, isOpen: boolean][]
  /** The markup of open branches, by the address of their page. */
  branches: [address: string, markup: string][]
}

const KEY = 'sidebar'
/** Branches are loaded again after this time, in milliseconds, because pages may have been withdrawn. */
const LIFETIME_MS = 5 * 60_000

let time = Date.now()
const isOpen = new Map<string, boolean>()
const branches = new Map<string, string>()
/** Those that are opened because they were open on the page before. */
const restored = new WeakSet<HTMLDetailsElement>()
/** Browsers end pending requests then. */
let isLeaving = false

/** Loads the branches of a sidebar when they are opened, and opens those that were open on the page before. */
export function openBranches(nav: HTMLElement): void {
  const { scrollTop } = readStored()
  restoreBranches(nav)
  nav.scrollTop = scrollTop
  showCurrent(nav)
  const onToggle = ({ target }: Event) => {
    // The popover itself fires the event, too.
    if (target === nav) showCurrent(nav)
    else if (target instanceof HTMLDetailsElement) {
      isOpen.set(getAddress(target), target.open)
      if (target.open) void showBranch(target)
    }
  }
  const onPoint = ({ target }: Event) => {
    const branch = target instanceof Element && target.matches('summary') ? target.parentElement : null
    if (branch instanceof HTMLDetailsElement && isEmpty(branch)) loadBranch(getAddress(branch)).catch(() => {})
  }
  nav.addEventListener('toggle', onToggle, { capture: true })
  nav.addEventListener('pointerover', onPoint)
  nav.addEventListener('focusin', onPoint)
  window.addEventListener('pagehide', () => {
    isLeaving = true
    if (nav.isConnected) store(nav)
  })
  window.addEventListener('pageshow', () => {
    isLeaving = false
  })
  // Those that the visitor opened before this script was loaded.
  for (const branch of nav.querySelectorAll<HTMLDetailsElement>('details[open]')) void showBranch(branch)
}

const getAddress = (branch: HTMLElement): string => branch.parentElement?.querySelector('a')?.getAttribute('href') ?? ''
const isEmpty = (branch: HTMLElement): boolean => branch.querySelector('ul') === null

async function showBranch(branch: HTMLDetailsElement): Promise<void> {
  if (!isEmpty(branch)) return
  const address = getAddress(branch)
  try {
    const markup = branches.get(address) ?? (await loadBranch(address))
    if (!isEmpty(branch)) return
    branch.insertAdjacentHTML('beforeend', markup)
    restored.delete(branch)
    restoreBranches(branch)
  } catch {
    if (!branch.isConnected || !branch.open || isLeaving) return
    if (restored.delete(branch)) branch.open = false
    // The document of the page contains its branch.
    else location.assign(address)
  }
}

const loading = new Map<string, Promise<string>>()

/** Loads a branch once, also if it is opened while it is being loaded. */
function loadBranch(address: string): Promise<string> {
  const pending = loading.get(address) ?? fetchBranch(address)
  loading.set(address, pending)
  pending.then(
    (markup) => branches.set(address, markup),
    () => loading.delete(address),
  )
  return pending
}

async function fetchBranch(address: string): Promise<string> {
  const response = await fetch(addBasePath(`/api/branches${removeBasePath(address)}.json`))
  const { markup } = response.ok ? ((await response.json()) as { markup?: unknown }) : {}
  if (typeof markup !== 'string') throw new Error(`The pages below ${address} could not be loaded: ${response.status}`)
  return markup
}

/** Opens the closed branches that were open, and closes those that were closed, but not above the current page. */
function restoreBranches(inside: HTMLElement): void {
  for (const branch of inside.querySelectorAll('details')) {
    const wasOpen = isOpen.get(getAddress(branch))
    if (wasOpen === undefined || wasOpen === branch.open || branch.querySelector('[aria-current]')) continue
    branch.open = wasOpen
    if (!wasOpen) continue
    restored.add(branch)
    void showBranch(branch)
  }
}

/** The document of the next page contains only its own branches, so those of this one are kept for this tab. */
function store(nav: HTMLElement): void {
  const open: Stored['branches'] = []
  for (const branch of nav.querySelectorAll('details')) {
    const list = branch.open ? branch.querySelector('ul')?.cloneNode(true) : undefined
    if (!(list instanceof HTMLElement)) continue
    for (const current of list.querySelectorAll('[aria-current]')) current.removeAttribute('aria-current')
    isOpen.set(getAddress(branch), true)
    open.push([getAddress(branch), list.outerHTML])
  }
  // Pages that not everybody may read are not left on the device, but for the addresses of branches.
  const kept = nav.dataset.public === undefined ? [] : open
  const stored: Stored = { time, scrollTop: nav.scrollTop, isOpen: [...isOpen], branches: kept }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Storage may be full or forbidden.
  }
}

function readStored(): Pick<Stored, 'scrollTop'> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Stored>
    for (const [address, open] of stored.isOpen ?? []) isOpen.set(address, open)
    if (stored.time !== undefined && Date.now() - stored.time < LIFETIME_MS) {
      time = stored.time
      for (const [address, markup] of stored.branches ?? []) branches.set(address, markup)
    }
    return { scrollTop: stored.scrollTop ?? 0 }
  } catch {
    return { scrollTop: 0 }
  }
}

/** Scrolls the current page into the view of the sidebar. `scrollIntoView` would scroll the window, too. */
function showCurrent(nav: HTMLElement): void {
  const current = nav.querySelector('[aria-current]')?.getBoundingClientRect()
  const box = nav.getBoundingClientRect()
  if (current === undefined || box.height === 0) return
  if (current.top < box.top || current.bottom > box.bottom) nav.scrollTop += current.top - box.top - box.height / 3
}
