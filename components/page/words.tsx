'use client'

import { createContext, use } from 'react'
import type { Messages } from '@/lib/messages/en'

/** What a page's body says by itself, in the interface's language. */
export type PageWords = Messages['page']

export const WordsContext = createContext<PageWords | undefined>(undefined)

export function useWords(): PageWords {
  const words = use(WordsContext)
  if (words === undefined) throw new Error('A block was drawn outside a page body')
  return words
}
