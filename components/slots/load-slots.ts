import { pathToFileURL } from 'node:url'
import type { ComponentType } from 'react'
import type { SlotFile, Slots } from '@/lib/slots/registry'
import { trackSlot } from '@/lib/slots/running-slot'
import type { SlotFailure } from '@/lib/slots/slot-failure'

/** A component of a site folder. */
export interface LoadedSlot {
  file: string
  Component: ComponentType<never>
}

/** The components of a site folder, as they are rendered. */
export interface LoadedSlots {
  version: string
  slots: ReadonlyMap<string, LoadedSlot>
  blocks: ReadonlyMap<string, LoadedSlot>
  islands: ReadonlyMap<string, LoadedSlot & { script: string }>
  /** Components that cannot be loaded. */
  failures: readonly SlotFailure[]
}

let last: { version: string; without: string; loading: Promise<LoadedSlots> } | undefined

/** Loads components into this thread, once for each version. Those of the files in `without` are left out. */
export function loadSlots(slots: Slots, without: readonly string[]): Promise<LoadedSlots> {
  const key = without.join('\n')
  if (last?.version !== slots.version || last.without !== key) {
    last = { version: slots.version, without: key, loading: load(slots, new Set(without)) }
  }
  return last.loading
}

async function load({ version, slots, blocks, islands }: Slots, without: ReadonlySet<string>): Promise<LoadedSlots> {
  const failures: SlotFailure[] = []
  const loadAll = async <Each extends SlotFile>(files: Readonly<Record<string, Each>>) => {
    const loaded = new Map<string, Each & LoadedSlot>()
    for (const [name, each] of Object.entries(files)) {
      if (without.has(each.file)) continue
      // Its module may run for long, or throw.
      const end = trackSlot(each.file)
      try {
        const { default: Component } = await importComponent(each.module)
        if (typeof Component !== 'function') throw new Error('The default export is no function')
        loaded.set(name, { ...each, Component })
      } catch (error) {
        failures.push({ file: each.file, message: error instanceof Error ? error.message : String(error) })
      } finally {
        end()
      }
    }
    return loaded
  }
  return {
    version,
    slots: await loadAll(slots),
    blocks: await loadAll(blocks),
    islands: await loadAll(islands),
    failures,
  }
}

const importComponent = (file: string): Promise<{ default?: ComponentType<never> }> => import(pathToFileURL(file).href)
