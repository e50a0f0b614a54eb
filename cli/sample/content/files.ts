import type { PreviewImage } from '../../../lib/workspace/record-map'
import drawn from '../art/files.json' with { type: 'json' }
import type { WorkspaceFile } from '../builder'
import { attachment } from '../ids'

const addressed = <T>(byName: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [attachment(name), value]))

/** The drawn files and their previews, by the address that the blocks name them with. */
export const files: Record<string, WorkspaceFile> = addressed<WorkspaceFile>(drawn.files)
export const previews: Record<string, PreviewImage> = addressed<PreviewImage>(drawn.previews)

type Name = keyof typeof drawn.files

/** Address of one of the drawn files. */
export const art = (name: Name): string => attachment(name)
