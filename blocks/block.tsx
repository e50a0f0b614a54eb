import type { ComponentType } from 'react'
import type { BlockProps } from './block-props'
import { CodeBlock, Diagram } from './code'
import { CollectionBlock, Posts } from './collection'
import { BookmarkCard, Embed, YouTube } from './embed'
import { Equation } from './equation'
import { Heading } from './heading'
import { Anchor } from './layout'
import { Breadcrumb, Button, ContentsBlock, PageBlock } from './links'
import { Item, List } from './list'
import { Audio, File, ImageBlock, Pdf, Video } from './media'
import type { PreparedBlock, PreparedType } from './prepared-block'
import { Table } from './table'
import { Tab, Tabs } from './tabs'
import { Callout, Quote, Text, ToDo, Toggle, Unknown } from './text'

/** The types that react-notion-x renders itself, by its names. It passes all others to our own components. */
export const DRAWN = {
  divider: 'divider',
  column_list: 'column_list',
  column: 'column',
  synced: 'transclusion_container',
} as const

const COMPONENTS: { [Type in Exclude<PreparedType, keyof typeof DRAWN>]: ComponentType<BlockProps<Type>> } = {
  anchor: Anchor,
  audio: Audio,
  breadcrumb: Breadcrumb,
  button: Button,
  callout: Callout,
  card: BookmarkCard,
  code: CodeBlock,
  collection: CollectionBlock,
  contents: ContentsBlock,
  diagram: Diagram,
  embed: Embed,
  equation: Equation,
  file: File,
  heading: Heading,
  image: ImageBlock,
  item: Item,
  list: List,
  page: PageBlock,
  pdf: Pdf,
  posts: Posts,
  quote: Quote,
  tab: Tab,
  table: Table,
  tabs: Tabs,
  text: Text,
  to_do: ToDo,
  toggle: Toggle,
  unknown: Unknown,
  video: Video,
  youtube: YouTube,
}

/** A block of the record map for react-notion-x. */
export interface RendererBlock {
  id: string
  type: string
  parent_id: string
  content?: string[]
  format?: Record<string, unknown>
  prepared: PreparedBlock
}

/** Renders a block that react-notion-x passes to our own components. */
export function Block({ block: { prepared, content } }: { block: RendererBlock }) {
  // The table has the component of each type; TypeScript cannot relate the two.
  const components: Record<string, unknown> = COMPONENTS
  const Component = components[prepared.type] as ComponentType<{ block: PreparedBlock; content?: string[] }>
  return <Component block={prepared} content={content} />
}
