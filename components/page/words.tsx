'use client'

import { createContext, use } from 'react'
import type { PageMessages } from '@/lib/messages/messages'

/** What a page's body says by itself, in the interface's language. */
export type PageWords = PageMessages['body']

export const WordsContext = createContext<PageWords | undefined>(undefined)

export function useWords(): PageWords {
  const words = use(WordsContext)
  if (words === undefined) throw new Error('A block was drawn outside a page body')
  return words
}
