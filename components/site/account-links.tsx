import { addBasePath, removeBasePath } from '@/lib/base-path'
import { findCopyPrefix, findRoute } from '@/lib/find-route'
import { MEMBERS } from '@/lib/members-path'
import type { Messages } from '@/messages/languages'

interface AccountLinksProps {
  /** Address of the current page. */
  current: string
  messages: Messages
}

/** Returns the address of a public page on the members' site, which has no plain copies and no search page. */
function getMembersAddress(current: string): string {
  const path = removeBasePath(current) ?? ''
  const page = findRoute(path).kind === 'search' ? '' : path.slice(findCopyPrefix(path).length)
  return addBasePath(`/${MEMBERS}${page}`.replace(/\/$/, ''))
}

/** Returns the address at which visitors of a page sign in. */
export const getSignInLink = (current: string): string =>
  addBasePath(`/sign-in?redirect_url=${encodeURIComponent(getMembersAddress(current))}`)

/** Links of public pages to sign in, or to the members' site and the account. A mark of the document selects which are shown. */
export function AccountLinks({ current, messages }: AccountLinksProps) {
  const inside = getMembersAddress(current)
  return (
    <div className="account-links">
      <a className="for-signed-out" href={getSignInLink(current)} rel="nofollow">
        {messages.signIn}
      </a>
      <a className="for-members" href={inside} rel="nofollow">
        {messages.membersSite}
      </a>
      <a className="for-members" href={addBasePath('/account')} rel="nofollow">
        {messages.account}
      </a>
    </div>
  )
}
