import type { CollectionData } from './data'

/** A request for the rows of a database that its document does not contain. */
export interface RowsRequest {
  /** Rejects if they cannot be loaded. */
  arrival: Promise<CollectionData>
  /** The rows once they have arrived: what has them can draw them without a notice before. */
  rows?: CollectionData
}

export function requestRows(address: string): RowsRequest {
  const request: RowsRequest = { arrival: fetchRows(address) }
  request.arrival.then(
    (rows) => {
      request.rows = rows
    },
    () => undefined,
  )
  return request
}

async function fetchRows(address: string): Promise<CollectionData> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The rows could not be loaded: status ${response.status}`)
  return (await response.json()) as CollectionData
}
