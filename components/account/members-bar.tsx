import { AccountButton, OrganizationSwitch } from './screens'

/** The part of the header that shows the member's organization and account. */
export function MembersBar() {
  return (
    <div className="members-bar">
      <OrganizationSwitch />
      <AccountButton />
    </div>
  )
}
