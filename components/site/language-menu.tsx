import type { LanguageLink } from '@/lib/screens/chrome'
import type { Messages } from '@/messages/languages'

interface LanguageMenuProps {
  links: readonly LanguageLink[]
  /** The tag of the current page's language. */
  current: string
  messages: Messages['languages']
}

/** Links to the page in the other languages of the site. Works without script. */
export function LanguageMenu({ links, current, messages }: LanguageMenuProps) {
  const shown = links.find(({ tag }) => tag === current)
  return (
    <details className="language-menu">
      <summary title={messages.label}>
        <span lang={current}>{shown?.name ?? current}</span>
      </summary>
      <ul>
        {links.map(({ tag, name, path, isHome }) => (
          <li key={tag}>
            <a href={path} hrefLang={tag} lang={tag} aria-current={tag === current ? 'true' : undefined}>
              {name}
            </a>
            {isHome && tag !== current && <small>{messages.home}</small>}
          </li>
        ))}
      </ul>
    </details>
  )
}
