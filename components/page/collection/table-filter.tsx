import { useId } from 'react'
import type { CollectionData, Column, View } from '@/lib/page/collection/types'
import { type Filtering, isFiltering, NO_FILTER } from './arrange'

/** A column with more values than these is filtered by words. */
const MOST_VALUES = 30

interface TableFilterProps {
  data: CollectionData
  view: View
  /** Not all rows are here yet, so not all values are known. */
  isPartial: boolean
  filtering: Filtering
  /** How many rows are left, of how many. */
  left: number
  total: number
  onChange(filtering: Filtering): void
}

/** By what a visitor filters a table: words anywhere in a row, and one value of each column that has few. */
export function TableFilter({ data, view, isPartial, filtering, left, total, onChange }: TableFilterProps) {
  const id = useId()
  const { labels } = data
  const pick = (column: number, value: string) => {
    const { [column]: _, ...others } = filtering.values
    const chosen = value === '' ? undefined : value === 'true' || value === 'false' ? value === 'true' : Number(value)
    onChange({ ...filtering, values: chosen === undefined ? others : { ...others, [column]: chosen } })
  }
  const choices = view.columns.flatMap((index) => {
    const column = isPartial ? undefined : data.columns[index]
    const options = column && optionsOf(column, data)
    return column && options ? [{ index, column, options }] : []
  })
  return (
    <fieldset className="table-filter">
      <legend className="visually-hidden">{`${labels.filter}: ${data.name}`}</legend>
      <label htmlFor={`${id}-words`} className="visually-hidden">
        {labels.filterRows}
      </label>
      <input
        id={`${id}-words`}
        type="search"
        placeholder={labels.filterRows}
        value={filtering.words}
        onChange={(event) => onChange({ ...filtering, words: event.target.value })}
      />
      {choices.map(({ index, column, options }) => (
        <label key={index}>
          <span>{column.name}</span>
          <select value={String(filtering.values[index] ?? '')} onChange={(event) => pick(index, event.target.value)}>
            <option value="">{labels.any}</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isFiltering(filtering) && (
        <button type="button" onClick={() => onChange(NO_FILTER)}>
          {labels.clear}
        </button>
      )}
      <output>{isPartial ? labels.loading : isFiltering(filtering) && inWords(labels.matches, left, total)}</output>
    </fieldset>
  )
}

function optionsOf(
  { kind, values = [] }: Column,
  { labels }: CollectionData,
): [value: string, text: string][] | undefined {
  if (kind === 'checkbox') {
    return [
      ['true', labels.checked],
      ['false', labels.unchecked],
    ]
  }
  if ((kind !== 'tags' && kind !== 'people' && kind !== 'pages') || values.length < 2) return undefined
  return values.length > MOST_VALUES ? undefined : values.map(([text], index) => [String(index), text])
}

/** The words with numbers in the places that are kept for them. */
export function inWords(words: string, ...numbers: number[]): string {
  return words.replace(/#/g, () => String(numbers.shift() ?? ''))
}
