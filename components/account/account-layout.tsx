import type { ReactNode } from 'react'

interface AccountLayoutProps {
  title: string
  /** A link to continue with. */
  way: { href: string; label: string }
  children: ReactNode
}

/** The page around one of the sign-in service's screens. */
export function AccountLayout({ title, way, children }: AccountLayoutProps) {
  return (
    <main className="account">
      <h1 className="visually-hidden">{title}</h1>
      {children}
      <p>
        <a href={way.href}>{way.label}</a>
      </p>
      <span className="mark" />
    </main>
  )
}
