import type { Id, PreviewImage } from '../../lib/workspace/record-map'
import { type Graph, placeAll } from './graph'
import { emojiId, pageId, userId } from './ids'
import type { User } from './inline'
import type { PageNode } from './nodes'
import { createRecordMap, type StoredMap } from './record-maps'

/** A file of the workspace, by its path inside the snapshot; width and height in pixels, of images only. */
export interface WorkspaceFile {
  file: string
  hash: string
  type: string
  width?: number
  height?: number
}

export interface Manifest {
  format: 1
  root: Id
  syncedAt: string
  pages: Record<Id, { file: string; edited: number }>
  /** Files by their source addresses in the blocks. */
  files: Record<string, WorkspaceFile>
}

export interface BuiltWorkspace {
  manifest: Manifest
  pages: Map<Id, StoredMap>
}

export interface WorkspaceOptions {
  /** The first person is the author of everything without another author. */
  users?: User[]
  /** Image addresses of custom emojis by key. */
  emojis?: Record<string, string>
  files?: Record<string, WorkspaceFile>
  /** Small previews of images by source address. */
  previews?: Record<string, PreviewImage>
  syncedAt?: string
}

/**
 * Builds a workspace from a description: one record map for each page below `root`, and for `root` itself. Ids and times depend only on
 * the description. Throws SampleError if the description is invalid.
 */
export function buildWorkspace(root: PageNode, options: WorkspaceOptions = {}): BuiltWorkspace {
  const { users = [], emojis = {}, files = {}, previews = {}, syncedAt = '2026-11-20T06:00:00.000Z' } = options
  const graph: Graph = {
    blocks: new Map(),
    collections: new Map(),
    views: new Map(),
    layouts: new Map(),
    results: new Map(),
    rows: new Map(),
    attached: new Map(),
    pages: [],
    users: users.map(({ key, given, family }) => ({
      id: userId(key),
      version: 1,
      name: `${given} ${family}`,
      given_name: given,
      family_name: family,
      profile_photo: '',
    })),
    emojis: new Map(Object.entries(emojis).map(([key, address]) => [emojiId(key), address])),
    previews,
  }
  placeAll(graph, root)
  const edited = (id: Id) => graph.blocks.get(id)?.last_edited_time ?? 0
  return {
    manifest: {
      format: 1,
      root: pageId(root.key),
      syncedAt,
      pages: Object.fromEntries(graph.pages.map((id) => [id, { file: `pages/${id}.json`, edited: edited(id) }])),
      files,
    },
    pages: new Map(graph.pages.map((id) => [id, createRecordMap(graph, id)])),
  }
}
