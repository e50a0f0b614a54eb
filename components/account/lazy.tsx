'use client'

import { type ComponentProps, lazy } from 'react'

/*
 * The parts of the sign-in service on pages that sites with another provider have as well. Each client component of a page loads the scripts
 * of all that the page and its layouts import. These are loaded only where they are shown. `next/dynamic` would preload chunks that the
 * build does not have. They are functions, because a server component cannot render what `lazy` returns.
 */

const Service = lazy(() => import('./sign-in-service').then(({ SignInService }) => ({ default: SignInService })))
const Switch = lazy(() => import('./screens').then(({ OrganizationSwitch }) => ({ default: OrganizationSwitch })))
const Button = lazy(() => import('./screens').then(({ AccountButton }) => ({ default: AccountButton })))

export function LazySignInService(props: ComponentProps<typeof Service>) {
  return <Service {...props} />
}

export function LazyOrganizationSwitch() {
  return <Switch />
}

export function LazyAccountButton() {
  return <Button />
}
