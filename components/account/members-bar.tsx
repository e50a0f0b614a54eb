import { AccountButton, OrganizationSwitch } from './screens'

/** What the header holds where the site is made for one reader: for which organization, and who it is. */
export function MembersBar() {
  return (
    <div className="members-bar">
      <OrganizationSwitch />
      <AccountButton />
    </div>
  )
}
