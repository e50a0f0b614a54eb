import { gunzipSync, gzipSync } from 'node:zlib'
import { getDigests } from '@/lib/snapshot/contents'
import type { SnapshotState } from '@/lib/snapshot/store'

/** Replaces the index of a prepared state, as a preparation with another result would. */
export function replaceIndex(state: SnapshotState, index: object): SnapshotState {
  const derived = { ...state.derived, index: gzipSync(JSON.stringify(index)) }
  const prepared = JSON.parse(String(gunzipSync(derived.prepared ?? '')))
  const digests = getDigests({ ...state, derived })
  return { ...state, derived: { ...derived, prepared: gzipSync(JSON.stringify({ ...prepared, digests })) } }
}
