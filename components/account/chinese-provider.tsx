'use client'

import { zhCN } from '@clerk/localizations/zh-CN'
import { ClerkProvider } from '@clerk/nextjs'
import type { ComponentProps } from 'react'

/** The sign-in service in Simplified Chinese. */
export function ChineseProvider(props: ComponentProps<typeof ClerkProvider>) {
  return <ClerkProvider {...props} localization={zhCN} />
}
