import type { Messages } from '@/messages/languages'

/** What a member copies, by the name of its label. */
type Addresses = Record<'feed' | 'server' | 'token', string>

interface PersonalAccessProps {
  /** Undefined if the member has none. */
  addresses: Addresses | undefined
  /** Where the form is sent. */
  action: string
  messages: Messages['personal']
}

/** A member's addresses for feed readers and assistants, and the button that makes or revokes them. It works without JavaScript. */
export function PersonalAccess({ addresses, action, messages }: PersonalAccessProps) {
  return (
    <form className="personal-access" method="post" action={action}>
      <h2>{messages.title}</h2>
      <p>{messages.hint}</p>
      {addresses &&
        (['feed', 'server', 'token'] as const).map((name) => (
          <label key={name}>
            {messages[name]}
            <input readOnly dir="ltr" autoComplete="off" spellCheck={false} value={addresses[name]} />
          </label>
        ))}
      <button type="submit" name="change" value={addresses ? 'revoke' : 'make'}>
        {addresses ? messages.revoke : messages.make}
      </button>
    </form>
  )
}
