'use client'

import {
  AuthenticateWithRedirectCallback,
  OrganizationProfile,
  OrganizationSwitcher,
  SignIn,
  SignUp,
  UserButton,
  UserProfile,
} from '@clerk/nextjs'
import { useSearchParams } from 'next/navigation'
import { returnAddress } from '@/lib/auth/routes'

/** Where the service puts the way back, which a stranger may have written. */
const RETURN = 'redirect_url'

interface ReturningProps {
  /** Public origin of the site. */
  siteUrl: string
}

/** Signs in, and goes back to where somebody came from. */
export function SignInScreen({ siteUrl }: ReturningProps) {
  const back = useReturn(siteUrl)
  return <SignIn path="/sign-in" routing="path" signUpUrl="/sign-up" {...back} />
}

/** Signs up, and goes back to where somebody came from. */
export function SignUpScreen({ siteUrl }: ReturningProps) {
  const back = useReturn(siteUrl)
  return <SignUp path="/sign-up" routing="path" signInUrl="/sign-in" {...back} />
}

/** Finishes what was begun at another service, and goes on; whoever has begun nothing is sent to sign in. */
export function ReturnScreen({ siteUrl }: ReturningProps) {
  const { signInForceRedirectUrl, signUpForceRedirectUrl } = useReturn(siteUrl)
  return (
    <AuthenticateWithRedirectCallback
      signInUrl="/sign-in"
      signUpUrl="/sign-up"
      signInForceRedirectUrl={signInForceRedirectUrl}
      signUpForceRedirectUrl={signUpForceRedirectUrl}
    />
  )
}

function useReturn(siteUrl: string) {
  const to = returnAddress(useSearchParams().get(RETURN), siteUrl)
  return { forceRedirectUrl: to, signInForceRedirectUrl: to, signUpForceRedirectUrl: to }
}

/** A person's own profile. */
export function AccountScreen() {
  return <UserProfile path="/account" routing="path" />
}

/** The organization that is switched to, and the way to another. */
export function OrganizationScreen() {
  return (
    <>
      <OrganizationSwitch />
      <OrganizationProfile path="/organization" routing="path" afterLeaveOrganizationUrl="/members" />
    </>
  )
}

/** Goes from one organization to another; the page is made again for it. */
export function OrganizationSwitch() {
  return (
    <OrganizationSwitcher
      organizationProfileMode="navigation"
      organizationProfileUrl="/organization"
      createOrganizationMode="modal"
    />
  )
}

/** The way to one's account and out of it. */
export function AccountButton() {
  return <UserButton userProfileMode="navigation" userProfileUrl="/account" />
}
