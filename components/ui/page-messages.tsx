'use client'

import { createContext, type ReactNode, use } from 'react'
// The query makes it a module of its own for the bundler, whose other texts no page loads.
import { page as english } from '@/messages/en?page'
import type { PageMessages } from '@/messages/languages'

const PageMessagesContext = createContext<PageMessages>(english)

/** Returns the texts of pages in the language of the interface. */
export function usePageMessages(): PageMessages {
  return use(PageMessagesContext)
}

interface PageMessagesProviderProps {
  /** Default: English. */
  messages?: PageMessages
  children: ReactNode
}

export function PageMessagesProvider({ messages = english, children }: PageMessagesProviderProps) {
  return <PageMessagesContext value={messages}>{children}</PageMessagesContext>
}
