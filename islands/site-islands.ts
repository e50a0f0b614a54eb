import type { ComponentType } from 'react'
import { type HeldEvent, hold, replay } from './hold'

/** The name of the file with React beside this script. Set by tools/browser-scripts.mjs. */
declare const REACT_SCRIPT: string

type ReactIslands = typeof import('./react')

/** An element that a component of the site folder has rendered. Its value is the address of the script with that component. */
const ISLAND = '[data-site-island]'

const mounting = new WeakMap<Element, Promise<void>>()
const mounted = new WeakSet<Element>()

/** Hydrates an island. Rejects if its script cannot be loaded, and the next intent tries again. */
function mount(island: HTMLElement): Promise<void> {
  const known = mounting.get(island)
  if (known) return known
  const pending = load(island)
  mounting.set(island, pending)
  pending.then(
    () => mounted.add(island),
    () => mounting.delete(island),
  )
  return pending
}

async function load(island: HTMLElement): Promise<void> {
  const { siteIsland = '', props = '{}', prefix } = island.dataset
  const [{ hydrateIsland }, { default: Component }] = (await Promise.all([
    import(new URL(REACT_SCRIPT, import.meta.url).href),
    import(new URL(siteIsland, location.href).href),
  ])) as [ReactIslands, { default: ComponentType<object> }]
  await hydrateIsland(island, { Component, props: JSON.parse(props), prefix })
}

const find = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>(ISLAND) : null)

function prepare({ target }: Event): void {
  const island = find(target)
  if (island) mount(island).catch(console.warn)
}

/** Keeps a click until the island responds, and dispatches it again. */
function wait(event: MouseEvent): void {
  const island = find(event.target)
  const control = event.target instanceof Element ? event.target.closest('button, input, select, label, summary') : null
  if (!island || !control || mounted.has(island)) return
  const held: HeldEvent[] = hold(event, control)
  mount(island).then(
    () => replay(held),
    () => held.forEach(({ dimmed }) => void dimmed.cancel()),
  )
}

const options = { passive: true }
document.addEventListener('pointerover', prepare, options)
document.addEventListener('pointerdown', prepare, options)
document.addEventListener('focusin', prepare, options)
document.addEventListener('click', wait, { capture: true })

/** Islands that move by themselves are hydrated when they are visible. */
const visible = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    visible.unobserve(target)
    prepare({ target } as unknown as Event)
  }
})
for (const island of document.querySelectorAll(`${ISLAND}[data-when=visible]`)) visible.observe(island)
