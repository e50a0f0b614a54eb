import { addBasePath, removeBasePath } from '@/lib/base-path'
import { findCopyPrefix, findRoute } from '@/lib/find-route'
import { MEMBERS } from '@/lib/members-path'
import type { Messages } from '@/messages/languages'

interface AccountLinksProps {
  /** Address of the current page. */
  current: string
  messages: Messages
}

/** Links of public pages to sign in, or to the members' site and the account. A mark of the document selects which are shown. */
export function AccountLinks({ current, messages }: AccountLinksProps) {
  // The members' site has no plain copies and no search page, so the link leads to the page itself, or to the home page.
  const path = removeBasePath(current) ?? ''
  const page = findRoute(path).kind === 'search' ? '' : path.slice(findCopyPrefix(path).length)
  const inside = addBasePath(`/${MEMBERS}${page}`.replace(/\/$/, ''))
  return (
    <div className="account-links">
      <a
        className="for-signed-out"
        href={addBasePath(`/sign-in?redirect_url=${encodeURIComponent(inside)}`)}
        rel="nofollow"
      >
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
