import type { Metadata } from 'next'
import { ErrorScreen } from '@/components/site/error-screen'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/messages'

export const generateMetadata = (): Metadata => ({ title: messagesFor(getEnv().locale).errors[404].title })

export default function NotFound() {
  return <ErrorScreen status={404} messages={messagesFor(getEnv().locale)} />
}
