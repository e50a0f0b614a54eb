import { importCompiled } from '../../compiled-module'
import type { ErrorPageSettings } from '../../formats/error-page'
import type { CommentForm, FilledForm } from '../../screens/comments'
import type { PageComment } from '../../workspace/comments'

/** The page on which readers check a comment or write a reply. */
export interface CommentPage {
  form: CommentForm
  /** Undefined if the comments of the page are closed. */
  filled?: FilledForm
  /** The comment to which it replies. */
  repliedTo?: Pick<PageComment, 'name' | 'text'>
  /** What the reader has to know or do. */
  notice?: 'again' | 'closed' | 'full' | 'many' | 'noParent' | 'signIn'
  /** The address of the page with the comments; undefined if the reader has to sign in first. */
  back?: string
  /** The address at which a member whose session ended signs in. */
  signIn?: string
}

interface CommentPageRenderer {
  renderCommentPage(page: CommentPage, settings: ErrorPageSettings): string
}

/** Loads `components/errors/comment-page.tsx`. */
export const loadCommentPage = () => importCompiled<CommentPageRenderer>('comment-page')
