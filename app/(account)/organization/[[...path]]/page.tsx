import { metadataOfOwnScreen, openOwnScreen } from '@/app/account-screen'
import { OrganizationScreen } from '@/components/account/screens'

export const dynamic = 'force-dynamic'

export const generateMetadata = () => metadataOfOwnScreen('organization')

/** The organization that somebody reads as a member of. */
export default function OrganizationPage() {
  return openOwnScreen('organization', <OrganizationScreen />)
}
