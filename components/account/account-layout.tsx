import type { ReactNode } from 'react'

interface AccountLayoutProps {
  title: string
  /** A link to continue with. */
  link: { href: string; label: string }
  children: ReactNode
}

/** The page around one of the sign-in service's screens. */
export function AccountLayout({ title, link, children }: AccountLayoutProps) {
  return (
    <main className="account">
      <h1 className="visually-hidden">{title}</h1>
      {children}
      <p>
        <a href={link.href}>{link.label}</a>
      </p>
      <span className="mark" />
    </main>
  )
}
