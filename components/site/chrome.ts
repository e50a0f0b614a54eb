import type { PageLink } from '@/lib/site/types'
import type { Analytics, Comments } from '@/lib/third-parties'

/** What every page shows of the site around it. */
export interface Chrome {
  /** The home page: the site's name and icon. */
  home: PageLink
  /** The site's main pages. */
  navigation: PageLink[]
  /** The lists of its public pages by date and by tag, where there are any. */
  lists: PageLink[]
  /** Whether readers can sign in. */
  hasSignIn: boolean
  /** What the operator has added to public pages. */
  analytics?: Analytics
  comments?: Comments
}
