import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { ScreenOf } from '@/lib/screens/open-screen'
import type { Messages } from '@/messages/languages'
import { SiteLayout } from '../site-layout'

interface UnlockScreenProps {
  lock: ScreenOf<'lock'>
  /** Whether the last password was wrong. */
  isWrong?: boolean
  messages: Messages
  /** See `SiteLayout`. */
  bar?: ReactNode
}

/** The form that asks for the password of a page. It works without script, and shows nothing of the page but the title. */
export function UnlockScreen({ lock, isWrong = false, messages, bar }: UnlockScreenProps) {
  const { chrome, path, title } = lock
  const { unlock } = messages
  return (
    <SiteLayout chrome={chrome} messages={messages} current={{ path: lock.address, title }} bar={bar}>
      <article className="page">
        <header className="page-header">
          <h1 dir="auto">{title}</h1>
          <p className="page-description">{unlock.hint}</p>
        </header>
        <form className="unlock" action={addBasePath('/unlock')} method="post">
          {/* Password managers save the password for the path, as for a user. */}
          <input hidden readOnly name="path" value={path} autoComplete="username" />
          <label htmlFor={ELEMENT_IDS.password}>{unlock.label}</label>
          <input
            id={ELEMENT_IDS.password}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            // biome-ignore lint/a11y/noAutofocus: the visitor has just sent a wrong password, and enters another one
            autoFocus={isWrong}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? ELEMENT_IDS.wrongPassword : undefined}
          />
          <button type="submit">{unlock.submit}</button>
          {isWrong && (
            <p id={ELEMENT_IDS.wrongPassword} role="alert">
              {unlock.wrong}
            </p>
          )}
        </form>
      </article>
    </SiteLayout>
  )
}
