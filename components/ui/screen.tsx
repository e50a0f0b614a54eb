import type { ReactNode } from 'react'

interface ScreenProps {
  /** HTTP status; undefined for errors in the browser. */
  code?: number
  title: string
  hint: string
  /** Links to continue with. */
  children: ReactNode
}

/** A screen in place of a page, with what happened and what to do next. */
export function Screen({ code, title, hint, children }: ScreenProps) {
  return (
    <main className="screen">
      <h1>
        {code !== undefined && <span className="screen-code">{`${code} `}</span>}
        {title}
      </h1>
      <p>{hint}</p>
      <p className="screen-links">{children}</p>
      <span className="mark" />
    </main>
  )
}
