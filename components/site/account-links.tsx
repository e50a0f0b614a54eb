import { findCopyPrefix, findRoute } from '@/lib/find-route'
import { MEMBERS } from '@/lib/members-path'
import type { Messages } from '@/lib/messages/messages'

interface AccountLinksProps {
  /** Path of the page that shows them, encoded as links have it. */
  current: string
  messages: Messages
}

/** On public pages: the way in, or the ways of those who are in. The document knows which; whole loads renew an old session. */
export function AccountLinks({ current, messages }: AccountLinksProps) {
  // The members' site has no copies of pages and no search page: members go to the page itself, or home.
  const page = findRoute(current).kind === 'search' ? '' : current.slice(findCopyPrefix(current).length)
  const inside = `/${MEMBERS}${page}`.replace(/\/$/, '')
  return (
    <div className="account-links">
      <a className="for-strangers" href={`/sign-in?redirect_url=${encodeURIComponent(inside)}`} rel="nofollow">
        {messages.signIn}
      </a>
      <a className="for-members" href={inside} rel="nofollow">
        {messages.membersSite}
      </a>
      <a className="for-members" href="/account" rel="nofollow">
        {messages.account}
      </a>
    </div>
  )
}
