import { useLayoutEffect } from 'react'

/** Gives an input the role and attributes of a combobox; `activeId` is the id of the selected option. */
export function useCombobox(input: HTMLInputElement, listId: string, activeId: string | undefined): void {
  useLayoutEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      autocorrect: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
      dir: 'auto',
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  }, [input, listId])

  useLayoutEffect(() => {
    input.setAttribute('aria-expanded', String(activeId !== undefined))
    if (activeId === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', activeId)
  }, [input, activeId])
}
