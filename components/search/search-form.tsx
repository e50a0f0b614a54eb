import type { Ref } from 'react'
import { addBasePath } from '@/lib/base-path'

interface SearchFormProps {
  query: string
  label: string
  inputRef?: Ref<HTMLInputElement>
}

/** The form of the search page, which works without script. */
export function SearchForm({ query, label, inputRef }: SearchFormProps) {
  return (
    <search>
      <form action={addBasePath('/search')}>
        <input
          ref={inputRef}
          type="search"
          name="q"
          defaultValue={query}
          aria-label={label}
          placeholder={label}
          maxLength={200}
          dir="auto"
        />
        <button type="submit">{label}</button>
      </form>
    </search>
  )
}
