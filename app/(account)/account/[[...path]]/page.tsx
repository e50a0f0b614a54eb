import { getUserScreenMetadata, renderUserScreen } from '@/app/account-screen'
import { AccountScreen } from '@/components/account/screens'

export const dynamic = 'force-dynamic'

export const generateMetadata = () => getUserScreenMetadata('account')

/** The profile screen of the sign-in service. */
export default function AccountPage() {
  return renderUserScreen('account', <AccountScreen />)
}
