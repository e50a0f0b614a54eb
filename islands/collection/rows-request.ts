import type { CollectionData } from './data'

/** A request for the rows of a database that its document does not contain. */
export interface RowsRequest {
  /** Rejects if they cannot be loaded. */
  promise: Promise<CollectionData>
  /** How it ended; undefined until then. */
  result?: CollectionData | 'failed'
}

/** Requests the rows from an address of this site. */
export function requestRows(address: string): RowsRequest {
  const request: RowsRequest = { promise: fetchRows(address) }
  request.promise.then(
    (rows) => {
      request.result = rows
    },
    () => {
      request.result = 'failed'
    },
  )
  return request
}

async function fetchRows(address: string): Promise<CollectionData> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The rows could not be loaded: status ${response.status}`)
  return (await response.json()) as CollectionData
}
