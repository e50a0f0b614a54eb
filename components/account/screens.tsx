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
import { addBasePath } from '@/lib/base-path'

/** Query parameter with the address to return to. Its value is untrusted. */
const RETURN = 'redirect_url'

interface ReturningProps {
  /** Public address of the site. */
  siteUrl: string
}

/**
 * Shows a screen once the service is loaded. If it loads during hydration, the library's own screens would not render again, or would
 * differ from the server's HTML.
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

/** Signs in, then returns to the page that the user came from. */
export function SignInScreen({ siteUrl }: ReturningProps) {
  const back = useReturn(siteUrl)
  return (
    <WhenLoaded>
      <SignIn path={addBasePath('/sign-in')} routing="path" signUpUrl={addBasePath('/sign-up')} {...back} />
    </WhenLoaded>
  )
}

/** Signs up, then returns to the page that the user came from. */
export function SignUpScreen({ siteUrl }: ReturningProps) {
  const back = useReturn(siteUrl)
  return (
    <WhenLoaded>
      <SignUp path={addBasePath('/sign-up')} routing="path" signInUrl={addBasePath('/sign-in')} {...back} />
    </WhenLoaded>
  )
}

/** Completes a sign-in that another service began, then returns. Without one, it redirects to the sign-in screen. */
export function ReturnScreen({ siteUrl }: ReturningProps) {
  const { signInForceRedirectUrl, signUpForceRedirectUrl } = useReturn(siteUrl)
  return (
    <WhenLoaded>
      <AuthenticateWithRedirectCallback
        signInUrl={addBasePath('/sign-in')}
        signUpUrl={addBasePath('/sign-up')}
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

/** The user's profile. */
export function AccountScreen() {
  return (
    <WhenLoaded>
      <UserProfile path={addBasePath('/account')} routing="path" />
    </WhenLoaded>
  )
}

/** The profile of the active organization, and the switch to another one. */
export function OrganizationScreen() {
  return (
    <>
      <OrganizationSwitch />
      <WhenLoaded>
        <OrganizationProfile
          path={addBasePath('/organization')}
          routing="path"
          afterLeaveOrganizationUrl={addBasePath('/members')}
        />
      </WhenLoaded>
    </>
  )
}

/** Switches the active organization, for which the page is then rendered again. */
export function OrganizationSwitch() {
  return (
    <WhenLoaded>
      <OrganizationSwitcher
        organizationProfileMode="navigation"
        organizationProfileUrl={addBasePath('/organization')}
        createOrganizationMode="modal"
      />
    </WhenLoaded>
  )
}

/** Opens a menu to manage the account and to sign out. */
export function AccountButton() {
  return (
    <WhenLoaded>
      <UserButton userProfileMode="navigation" userProfileUrl={addBasePath('/account')} />
    </WhenLoaded>
  )
}
