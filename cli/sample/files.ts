import type { PreviewImage } from '../../lib/workspace/record-map'
import drawn from './art/files.json' with { type: 'json' }
import type { WorkspaceFile } from './builder'
import { attachment } from './ids'

const drawnFiles: Record<string, WorkspaceFile> = drawn.files

const addressed = <T>(byName: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [attachment(name), value]))

/** The drawn files and their previews, by the addresses that blocks contain. */
export const files: Record<string, WorkspaceFile> = addressed(drawnFiles)
export const previews: Record<string, PreviewImage> = addressed<PreviewImage>(drawn.previews)

/** Returns the drawn file with this name, with the size of a picture; undefined for other names. */
export const findFile = (name: string): WorkspaceFile | undefined =>
  Object.hasOwn(drawnFiles, name) ? drawnFiles[name] : undefined

/** Returns the address of a drawn file. */
export const art = (name: keyof typeof drawn.files): string => attachment(name)
