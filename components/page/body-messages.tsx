'use client'

import { createContext, use } from 'react'
import type { PageMessages } from '@/lib/messages/messages'

/** Interface texts within a page's body. */
export type BodyMessages = PageMessages['body']

export const BodyMessagesContext = createContext<BodyMessages | undefined>(undefined)

export function useBodyMessages(): BodyMessages {
  const messages = use(BodyMessagesContext)
  if (messages === undefined) throw new Error('A block was drawn outside a page body')
  return messages
}
