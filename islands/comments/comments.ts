import { whenNear } from '../near'
import { isDark, watchColorScheme } from '../site/color-scheme'
import type { DrawComments } from './service'

// The script of pages with comments of another service: loads what draws them when they come near the viewport.

const SERVICES: Record<string, () => Promise<DrawComments>> = {
  giscus: async () => (await import('./giscus')).drawGiscus,
  remark42: async () => (await import('./remark42')).drawRemark42,
  cusdis: async () => (await import('./cusdis')).drawCusdis,
  artalk: async () => (await import('./artalk')).drawArtalk,
  waline: async () => (await import('./waline')).drawWaline,
}

async function show(section: HTMLElement): Promise<void> {
  const load = SERVICES[section.dataset.service ?? '']
  if (load === undefined) return
  const place = document.createElement('div')
  section.append(place)
  const draw = await load()
  const setDark = await draw(place, section.dataset)
  watchColorScheme(() => setDark(isDark()))
  // It may have changed while the service was loaded.
  setDark(isDark())
}

const section = document.querySelector<HTMLElement>('.comments[data-service]')
if (section) whenNear(section, new AbortController().signal, () => void show(section).catch(console.warn))
