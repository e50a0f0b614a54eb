import { useEffect, useId, useRef } from 'react'
import type { CollectionData, Column, View } from '@/islands/collection/data'
import { type Filtering, getChoices, isFiltering, NO_FILTER } from './arrange'

/** A column with more values has no list of choices, and is filtered by words. */
const MAX_VALUES = 30

interface TableFilterProps {
  data: CollectionData
  view: View
  /** Whether rows are missing, so that not all values are known. */
  isPartial: boolean
  filtering: Filtering
  /** Whether the visitor opened it, so that the next thing typed is a filter. */
  takesFocus: boolean
  /** Number of matching rows, and of all rows. */
  matching: number
  total: number
  onChange(filtering: Filtering): void
}

/** The filter of a table: words anywhere in a row, and one value for each column with few values. */
export function TableFilter({
  data,
  view,
  isPartial,
  filtering,
  takesFocus,
  matching,
  total,
  onChange,
}: TableFilterProps) {
  const id = useId()
  const words = useRef<HTMLInputElement>(null)
  const { labels } = data
  useEffect(() => {
    if (takesFocus) words.current?.focus()
  }, [takesFocus])
  const pick = (column: string, value: string | undefined) => {
    const values = new Map(filtering.values)
    if (value === undefined) values.delete(column)
    else values.set(column, value)
    onChange({ ...filtering, values })
  }
  const choices = view.columns.flatMap((index) => {
    const column = isPartial ? undefined : data.columns[index]
    return column && hasChoices(column) ? [{ index, column, options: [...getChoices(column, labels)] }] : []
  })
  return (
    <fieldset className="table-filter">
      <legend className="visually-hidden">{`${labels.filter}: ${data.name}`}</legend>
      <label htmlFor={`${id}-words`} className="visually-hidden">
        {labels.filterRows}
      </label>
      <input
        ref={words}
        id={`${id}-words`}
        type="search"
        placeholder={labels.filterRows}
        value={filtering.words}
        onChange={(event) => onChange({ ...filtering, words: event.target.value })}
      />
      {choices.map(({ index, column, options }) => (
        <label key={index}>
          <span>{column.name}</span>
          <select
            value={options.findIndex(([key]) => key === filtering.values.get(column.name))}
            onChange={(event) => pick(column.name, options[Number(event.target.value)]?.[0])}
          >
            <option value={-1}>{labels.any}</option>
            {options.map(([key, text], place) => (
              <option key={key} value={place}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isFiltering(filtering) && (
        <button
          type="button"
          onClick={() => {
            onChange(NO_FILTER)
            // The button removes itself.
            words.current?.focus()
          }}
        >
          {labels.clear}
        </button>
      )}
      <output>
        {isPartial ? labels.loading : isFiltering(filtering) && fillNumbers(labels.matches, matching, total)}
      </output>
    </fieldset>
  )
}

function hasChoices({ kind, values = [] }: Column): boolean {
  if (kind === 'checkbox') return true
  const isShared = kind === 'tags' || kind === 'people' || kind === 'pages'
  return isShared && values.length >= 2 && values.length <= MAX_VALUES
}

/** Replaces each `#` of a text by the next number. */
export function fillNumbers(text: string, ...numbers: number[]): string {
  return text.replace(/#/g, () => String(numbers.shift() ?? ''))
}
