import type { Person } from '@/lib/auth/provider'
import { addBasePath } from '@/lib/base-path'
import { LazyAccountButton, LazyOrganizationSwitch } from './lazy'

interface MembersBarProps {
  /** Set if the site draws the screens of sign-in itself. */
  account?: { person: Person | undefined; label: string }
}

/** The part of the header that shows the member's organization and account. */
export function MembersBar({ account }: MembersBarProps) {
  if (account !== undefined) {
    const { person, label } = account
    return (
      <div className="members-bar">
        <a href={addBasePath('/account')} title={label}>
          <bdi>{person?.name ?? person?.email ?? label}</bdi>
        </a>
      </div>
    )
  }
  return (
    <div className="members-bar">
      <LazyOrganizationSwitch />
      <LazyAccountButton />
    </div>
  )
}
