import type { Node, PageOptions } from '../../nodes'

/** An article of the journal: its page and the values of its row. */
export interface Article extends PageOptions {
  title: string
  slug: string
  description: string
  tags: string[]
  date?: string
  access?: string
  status?: string
  publishAt?: string
  body: Node[]
}
