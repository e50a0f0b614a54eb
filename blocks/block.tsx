import { Collection } from '@/islands/collection/collection'
import { Children } from './children'
import { CodeBlock } from './code-block'
import { Diagram } from './diagram'
import { Embed } from './embed'
import type { ExpandedBlock } from './expand'
import { Audio, File, Pdf } from './file'
import { Heading } from './heading'
import { ImageBlock } from './image'
import { Island } from './islands'
import { BookmarkCard, Breadcrumb, ContentsBlock, PageBlock } from './links'
import { Table } from './table'
import { Tabs } from './tabs'
import { Button, Callout, Equation, Item, List, Quote, Text, ToDo, Toggle } from './text-blocks'
import { Video, YouTube } from './video'

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
      return <YouTube caption={text} {...attributes} />
    case 'video':
      return <Video caption={text} {...attributes} />
    case 'embed':
      return <Embed caption={text} {...attributes} />
    case 'audio':
      return <Audio caption={text} {...attributes} />
    case 'file':
      return <File caption={text} {...attributes} />
    case 'pdf':
      return <Pdf caption={text} {...attributes} />
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
      return <div dangerouslySetInnerHTML={{ __html: attributes.html }} />
    case 'collection':
      return attributes.data.views.length === 0 ? null : (
        <Island name="collection" className="collection" properties={attributes.data}>
          <Collection data={attributes.data} />
        </Island>
      )
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
