import type { PreparedProperty } from '@/islands/collection/data'
import { Cell } from '../ui/cell'

/** The properties below the title of a row's page. */
export function PropertyList({ properties }: { properties: PreparedProperty[] }) {
  return (
    <dl className="properties">
      {properties.map(({ column, cell }, index) => (
        // Names are not unique, and the properties of a page never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index}>
          <dt>{column.name}</dt>
          <dd>
            <Cell column={column} cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
