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

/** Renders every block that the renderer passes to our own components. */
export function Block({ block }: { block: ExpandedBlock }) {
  const { wire, content } = block
  switch (wire[0]) {
    case 'text':
      return <Text text={wire[1]} {...wire[3]} content={content} />
    case 'quote':
      return <Quote text={wire[1]} {...wire[3]} content={content} />
    case 'heading':
      return <Heading text={wire[1]} {...wire[3]} content={content} />
    case 'list':
      return <List {...wire[3]} content={content} />
    case 'item':
      return <Item text={wire[1]} {...wire[3]} content={content} />
    case 'to_do':
      return <ToDo text={wire[1]} {...wire[3]} content={content} />
    case 'toggle':
      return <Toggle text={wire[1]} {...wire[3]} content={content} />
    case 'callout':
      return <Callout text={wire[1]} {...wire[3]} content={content} />
    case 'code':
      return <CodeBlock caption={wire[1]} {...wire[3]} />
    case 'diagram':
      return <Diagram caption={wire[1]} {...wire[3]} content={content} />
    case 'equation':
      return <Equation {...wire[3]} />
    case 'image':
      return <ImageBlock caption={wire[1]} {...wire[3]} />
    case 'youtube':
    case 'video':
    case 'embed':
    case 'audio':
    case 'file':
    case 'pdf':
      return <MediaBlock wire={wire} />
    case 'card':
      return <BookmarkCard caption={wire[1]} {...wire[3]} />
    case 'page':
      return <PageBlock {...wire[3]} />
    case 'table':
      return <Table {...wire[3]} />
    case 'contents':
      return <ContentsBlock {...wire[3]} />
    case 'breadcrumb':
      return <Breadcrumb {...wire[3]} />
    case 'button':
      return <Button text={wire[1]} {...wire[3]} />
    case 'tabs':
      return <Tabs tabs={wire[2] || []} content={content} />
    case 'posts':
      return <Markup html={wire[3].html} />
    case 'collection':
      return <Collection data={wire[3].data} />
    case 'anchor':
      return (
        <div id={wire[3].id}>
          <Children ids={content} />
        </div>
      )
    case 'tab':
      return <Children ids={content} />
    default:
      return <div className="block-unknown">{wire[1]}</div>
  }
}
