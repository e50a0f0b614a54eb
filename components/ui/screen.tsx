import type { ReactNode } from 'react'

interface ScreenProps {
  /** The status as a number, where there is one. */
  code?: number
  title: string
  hint: string
  /** The ways on. */
  children: ReactNode
}

/** What is shown in place of a page: what happened, and what to do next. */
export function Screen({ code, title, hint, children }: ScreenProps) {
  return (
    <main className="screen">
      <h1>
        {code !== undefined && <span className="screen-code">{`${code} `}</span>}
        {title}
      </h1>
      <p>{hint}</p>
      <p className="screen-ways">{children}</p>
      <span className="mark" />
    </main>
  )
}
