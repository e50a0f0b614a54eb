import type { LanguageAttributes, PreparedBlockOf, PreparedType } from './prepared-block'

/** Props of the component of a block. */
export interface BlockProps<Type extends PreparedType> {
  block: PreparedBlockOf<Type>
  /** Ids of the child blocks in react-notion-x; undefined without any. */
  content?: string[]
}

/** Returns the class names of a block and of its color. */
export function classes(name: string, color: string | undefined): string {
  return color === undefined ? name : `${name} notion-${color}`
}

/** Returns the HTML attributes of a block with text. */
export const getTextAttributes = ({ id, lang, dir }: LanguageAttributes & { id?: string }) => ({ id, lang, dir })
