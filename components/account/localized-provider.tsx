'use client'

import { ClerkProvider } from '@clerk/nextjs'
import type { ComponentProps } from 'react'

export type ProviderProps = ComponentProps<typeof ClerkProvider>

/** Returns a provider of the sign-in service whose screens have these texts. */
export function createProvider(localization: ProviderProps['localization']) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once, when the script of the language is loaded
  return function LocalizedProvider(props: ProviderProps) {
    return <ClerkProvider {...props} localization={localization} />
  }
}
