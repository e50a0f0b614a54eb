import type { Messages } from '@/lib/messages/messages'

interface AccountLinksProps {
  /** Path of the page that shows them, encoded as links have it. */
  current: string
  messages: Messages
}

/** What stands before a page's path where public pages show it in a way that members' pages have not: they read the page itself. */
const PUBLIC_ONLY = /^\/(?:search|rows\/[^/]+\/[^/]+)(?=\/|$)/

/** On public pages: the way in, or the ways of those who are in. The document knows which; whole loads renew an old session. */
export function AccountLinks({ current, messages }: AccountLinksProps) {
  const inside = `/members${current.replace(PUBLIC_ONLY, '')}`.replace(/\/$/, '')
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
