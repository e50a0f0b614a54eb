import { addBasePath } from '@/lib/base-path'
import type { Comments as CommentsSettings } from '@/lib/third-parties'

interface CommentsProps {
  settings: CommentsSettings
  /** BCP 47 tag of the interface's language. */
  locale: string
  label: string
}

/** Readers' comments, which the site's own script renders when they come near the viewport. */
export function Comments({ settings, locale, label }: CommentsProps) {
  const { repo, repoId, category, categoryId } = settings
  return (
    <section className="comments" aria-label={label}>
      <site-comments
        data-repo={repo}
        data-repo-id={repoId}
        data-category={category}
        data-category-id={categoryId}
        data-lang={locale}
        data-label={label}
      />
      <script async src={addBasePath('/comments.js')} />
    </section>
  )
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Defined in `public/comments.js`. */
      'site-comments': Record<`data-${string}`, string>
    }
  }
}
