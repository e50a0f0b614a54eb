import { metadataOfOwnScreen, openOwnScreen } from '@/app/account-screen'
import { AccountScreen } from '@/components/account/screens'

export const dynamic = 'force-dynamic'

export const generateMetadata = () => metadataOfOwnScreen('account')

/** A person's profile at the sign-in service. */
export default function AccountPage() {
  return openOwnScreen('account', <AccountScreen />)
}
