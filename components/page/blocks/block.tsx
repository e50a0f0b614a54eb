import dynamic from 'next/dynamic'
import type { ExpandedBlock } from '../expand'
import { Markup } from '../texts'
import { Children } from './children'
import { CodeBlock } from './code-block'
import { Diagram } from './diagram'
import { Heading } from './heading'
import { BookmarkCard, Breadcrumb, ContentsBlock, PageBlock } from './links'
import { Table } from './table'
import { Tabs } from './tabs'
import { Button, Callout, Equation, Item, List, Quote, Text, ToDo, Toggle } from './text-blocks'

// No Suspense boundary: React would stream the content after the page, which shifts the layout and hides it without script.
const ImageBlock = dynamic(() => import('../media/image').then((module) => module.ImageBlock))
const MediaBlock = dynamic(() => import('../media/media-block').then((module) => module.MediaBlock))
const Collection = dynamic(() => import('../collection/collection').then((module) => module.Collection))

/** Renders a block that react-notion-x passes to our own components. `content` has the ids of its child blocks. */
export function Block({ block }: { block: ExpandedBlock }) {
  const { wire, content } = block
  const [type, text, children, attributes] = wire
  switch (type) {
    case 'text':
      return <Text text={text} {...attributes} content={content} />
    case 'quote':
      return <Quote text={text} {...attributes} content={content} />
    case 'heading':
      return <Heading text={text} {...attributes} content={content} />
    case 'list':
      return <List {...attributes} content={content} />
    case 'item':
      return <Item text={text} {...attributes} content={content} />
    case 'to_do':
      return <ToDo text={text} {...attributes} content={content} />
    case 'toggle':
      return <Toggle text={text} {...attributes} content={content} />
    case 'callout':
      return <Callout text={text} {...attributes} content={content} />
    case 'code':
      return <CodeBlock caption={text} {...attributes} />
    case 'diagram':
      return <Diagram caption={text} {...attributes} content={content} />
    case 'equation':
      return <Equation {...attributes} />
    case 'image':
      return <ImageBlock caption={text} {...attributes} />
    case 'youtube':
    case 'video':
    case 'embed':
    case 'audio':
    case 'file':
    case 'pdf':
      return <MediaBlock wire={wire} />
    case 'card':
      return <BookmarkCard caption={text} {...attributes} />
    case 'page':
      return <PageBlock {...attributes} />
    case 'table':
      return <Table {...attributes} />
    case 'contents':
      return <ContentsBlock {...attributes} />
    case 'breadcrumb':
      return <Breadcrumb {...attributes} />
    case 'button':
      return <Button text={text} {...attributes} />
    case 'tabs':
      return <Tabs tabs={children || []} content={content} {...attributes} />
    case 'posts':
      return <Markup html={attributes.html} />
    case 'collection':
      return <Collection data={attributes.data} />
    case 'anchor':
      return (
        <div id={attributes.id}>
          <Children ids={content} />
        </div>
      )
    case 'tab':
      return <Children ids={content} />
    default:
      return <div className="block-unknown">{text}</div>
  }
}
