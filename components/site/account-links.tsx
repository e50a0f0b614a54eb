import type { Messages } from '@/lib/messages/messages'

interface AccountLinksProps {
  /** Path of the page that shows them, under which members find it, too. */
  current: string
  messages: Messages
}

/** On public pages: the way in, or the ways of those who are in. The document knows which; whole loads renew an old session. */
export function AccountLinks({ current, messages }: AccountLinksProps) {
  const inside = current === '/' ? '/members' : `/members${current}`
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
