'use client'

import {
  AuthenticateWithRedirectCallback,
  OrganizationProfile,
  OrganizationSwitcher,
  SignIn,
  SignUp,
  UserButton,
  UserProfile,
  useClerk,
} from '@clerk/nextjs'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { getReturnAddress } from '@/lib/auth/routes'

/** Where the service puts the way back, which a stranger may have written. */
const RETURN = 'redirect_url'

interface ReturningProps {
  /** Public origin of the site. */
  siteUrl: string
}

/**
 * Shows a screen once the service is loaded. The library's own screens would not be drawn again when that happens while the browser
 * takes the page over, or would differ from what the server sent.
 */
function WhenLoaded({ children }: { children: ReactNode }) {
  const clerk = useClerk()
  const subscribe = useCallback(
    (changed: () => void) => {
      clerk.on('status', changed)
      return () => clerk.off('status', changed)
    },
    [clerk],
  )
  const isLoaded = useSyncExternalStore(
    subscribe,
    () => clerk.loaded,
    () => false,
  )
  return isLoaded ? children : null
}

/** Signs in, and goes back to where somebody came from. */
export function SignInScreen({ siteUrl }: ReturningProps) {
  const back = useReturn(siteUrl)
  return (
    <WhenLoaded>
      <SignIn path="/sign-in" routing="path" signUpUrl="/sign-up" {...back} />
    </WhenLoaded>
  )
}

/** Signs up, and goes back to where somebody came from. */
export function SignUpScreen({ siteUrl }: ReturningProps) {
  const back = useReturn(siteUrl)
  return (
    <WhenLoaded>
      <SignUp path="/sign-up" routing="path" signInUrl="/sign-in" {...back} />
    </WhenLoaded>
  )
}

/** Finishes what was begun at another service, and goes on; whoever has begun nothing is sent to sign in. */
export function ReturnScreen({ siteUrl }: ReturningProps) {
  const { signInForceRedirectUrl, signUpForceRedirectUrl } = useReturn(siteUrl)
  return (
    <WhenLoaded>
      <AuthenticateWithRedirectCallback
        signInUrl="/sign-in"
        signUpUrl="/sign-up"
        signInForceRedirectUrl={signInForceRedirectUrl}
        signUpForceRedirectUrl={signUpForceRedirectUrl}
      />
    </WhenLoaded>
  )
}

function useReturn(siteUrl: string) {
  const to = getReturnAddress(useSearchParams().get(RETURN), siteUrl)
  return { forceRedirectUrl: to, signInForceRedirectUrl: to, signUpForceRedirectUrl: to }
}

/** A person's own profile. */
export function AccountScreen() {
  return (
    <WhenLoaded>
      <UserProfile path="/account" routing="path" />
    </WhenLoaded>
  )
}

/** The organization that is switched to, and the way to another. */
export function OrganizationScreen() {
  return (
    <>
      <OrganizationSwitch />
      <WhenLoaded>
        <OrganizationProfile path="/organization" routing="path" afterLeaveOrganizationUrl="/members" />
      </WhenLoaded>
    </>
  )
}

/** Goes from one organization to another; the page is made again for it. */
export function OrganizationSwitch() {
  return (
    <WhenLoaded>
      <OrganizationSwitcher
        organizationProfileMode="navigation"
        organizationProfileUrl="/organization"
        createOrganizationMode="modal"
      />
    </WhenLoaded>
  )
}

/** The way to one's account and out of it. */
export function AccountButton() {
  return (
    <WhenLoaded>
      <UserButton userProfileMode="navigation" userProfileUrl="/account" />
    </WhenLoaded>
  )
}
