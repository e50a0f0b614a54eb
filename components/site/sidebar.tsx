'use client'

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addBasePath, removeBasePath } from '@/lib/base-path'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { SidebarBranch, SidebarView } from '@/lib/page/sidebar'
import type { Messages } from '@/messages/languages'

/*
 * What the visitor did is kept across client-side navigations. The next page has only its own branches, so those of this page are kept, too.
 */

/** Whether the visitor opened or closed a branch, by the address of its page. */
const isOpen = new Map<string, boolean>()
/** Branches that were shown or loaded, by the address of their page. */
const branches = new Map<string, SidebarBranch>()
const loading = new Map<string, Promise<SidebarBranch>>()
let scrollTop = 0

interface SidebarProps {
  view: SidebarView
  messages: Messages['sidebar']
}

/** The tree of pages: a column on wide screens, and elsewhere a popover that a button in the header opens. */
export function Sidebar({ view: { branch, current, section }, messages }: SidebarProps) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current: element } = nav
    if (element === null) return
    const opened = new AbortController()
    element.scrollTop = scrollTop
    showCurrent(element)
    element.addEventListener('toggle', () => showCurrent(element), { signal: opened.signal })
    return () => {
      opened.abort()
      scrollTop = element.scrollTop
    }
  }, [])
  return (
    <nav
      ref={nav}
      id={ELEMENT_IDS.sidebar}
      className="sidebar"
      popover="auto"
      aria-label={messages.label}
      data-section={section?.id}
      data-title={section?.title}
    >
      <BranchList branch={branch} current={current} label={messages.below} />
    </nav>
  )
}

interface TreeProps {
  /** The address of the current page. */
  current?: string
  /** The name of a branch, before the title of its page. */
  label: string
}

function BranchList({ branch: { entries, more }, ...tree }: TreeProps & { branch: SidebarBranch }) {
  return (
    <ul>
      {entries.map(({ path, title, below }) => (
        <li key={path}>
          <a href={path} aria-current={path === tree.current ? 'page' : undefined}>
            {title}
          </a>
          {below !== undefined && <BranchBelow path={path} title={title} given={below} {...tree} />}
        </li>
      ))}
      {more && (
        <li>
          <a href={more.path}>{more.title}</a>
        </li>
      )}
    </ul>
  )
}

interface BranchBelowProps extends TreeProps {
  /** Of the page above. */
  path: string
  title: string
  given: SidebarBranch | null
}

/** The pages below a page, which are loaded when the visitor opens them. */
function BranchBelow({ path, title, given, ...tree }: BranchBelowProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [loaded, setLoaded] = useState(() => branches.get(path))
  const branch = given ?? loaded
  // The browser opens and closes it from here on.
  const [wasOpen] = useState(() => containsPage(given, tree.current) || (isOpen.get(path) ?? given !== null))
  const show = () => {
    if (branch === undefined)
      loadBranch(path).then(setLoaded, () => {
        // The document of the page contains its branch.
        if (details.current?.open) location.assign(path)
      })
  }
  useEffect(() => {
    if (given !== null) branches.set(path, given)
  }, [path, given])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened before this script was loaded, or on the page before
  useEffect(() => {
    const open = details.current?.open ?? false
    isOpen.set(path, open)
    if (open) show()
  }, [])
  const prepare = () => {
    if (branch === undefined) loadBranch(path).catch(() => {})
  }
  return (
    <details
      ref={details}
      open={wasOpen}
      suppressHydrationWarning
      onToggle={({ currentTarget: { open } }) => {
        isOpen.set(path, open)
        if (open) show()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control */}
      <summary aria-label={`${tree.label}: ${title}`} onPointerEnter={prepare} onFocus={prepare} />
      {branch && <BranchList branch={branch} {...tree} />}
    </details>
  )
}

const containsPage = (branch: SidebarBranch | null | undefined, path: string | undefined): boolean =>
  branch?.entries.some((entry) => entry.path === path || containsPage(entry.below, path)) ?? false

/** Loads a branch once, also if it is opened while it is being loaded. */
function loadBranch(path: string): Promise<SidebarBranch> {
  const pending = loading.get(path) ?? fetchBranch(path)
  loading.set(path, pending)
  pending.then(
    (branch) => branches.set(path, branch),
    () => loading.delete(path),
  )
  return pending
}

async function fetchBranch(path: string): Promise<SidebarBranch> {
  const response = await fetch(addBasePath(`/api/branches${removeBasePath(path)}.json`))
  const branch: Partial<SidebarBranch> | undefined = response.ok ? await response.json() : undefined
  if (!Array.isArray(branch?.entries))
    throw new Error(`The pages below ${path} could not be loaded: ${response.status}`)
  return branch as SidebarBranch
}

/** Scrolls the current page into the view of the sidebar. `scrollIntoView` would scroll the window, too. */
function showCurrent(nav: HTMLElement): void {
  const current = nav.querySelector('[aria-current]')?.getBoundingClientRect()
  const box = nav.getBoundingClientRect()
  if (current === undefined || box.height === 0) return
  if (current.top < box.top || current.bottom > box.bottom) nav.scrollTop += current.top - box.top - box.height / 3
}
