import { getUserScreenMetadata, renderUserScreen } from '@/app/account-screen'
import { OrganizationScreen } from '@/components/account/screens'

export const dynamic = 'force-dynamic'

export const generateMetadata = () => getUserScreenMetadata('organization')

/** The screen of the active organization. */
export default function OrganizationPage() {
  return renderUserScreen('organization', <OrganizationScreen />)
}
