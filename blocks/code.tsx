import { usePageMessages } from '@/components/ui/page-messages'
import { readString } from '@/lib/page/read-values'
import { highlightCode, markLines, readLineMarks } from '@/lib/page/text/code'
import { drawDiagram } from '@/lib/page/text/diagram'
import { getScriptAddress } from '@/lib/scripts'
import { getCodeLanguage } from '@/lib/workspace/code-languages'
import { isDiagram, isDrawn } from '@/lib/workspace/diagrams'
import type { Block } from '@/lib/workspace/record-map'
import { toPlainText } from '@/lib/workspace/text'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockContext, BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { Caption, Children } from './block-parts'
import { convertParagraph } from './phrasing'
import type { PreparedBlock, PreparedBlockOf } from './prepared-block'

/** A longer line may not fit into the column. Browsers that do not know whether it fits show the switch that wraps lines. */
const LONG_LINE = 60
/** The longest caption that can be a file name or the name of a group and a tab. */
const MAX_NAME_LENGTH = 100
/** A name with an extension, perhaps with folders before it; or the usual name of a file without an extension. */
const FILE_NAME = /^(?:[\w@.()[\]-]+[/\\])*(?:[\w@.()[\]-]*\.[A-Za-z][A-Za-z0-9]{0,9}|Dockerfile|Makefile|LICENSE)$/

const prepareCode: PrepareBlock = (block, preparation) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  const language = readString(block.properties.language?.[0]?.[0])
  const caption = preparation.caption(block)
  const wrap = block.format.code_wrap === true || undefined
  if (preparation.context.sources) {
    const { label } = getCodeLanguage(language)
    return { type: 'code', caption, html: '', source, language: label, wrap }
  }
  const { code, marks } = readLineMarks(source)
  const { html, language: label } = highlightCode(code, language, preparation.context)
  const file = getFileName(block)
  const prepared: PreparedBlockOf<'code'> = {
    type: 'code',
    html: markLines(html, marks),
    language: label,
    file,
    wrap,
    long: code.split('\n').some((line) => line.length > LONG_LINE) || undefined,
  }
  if (!isDiagram(language) || !isDrawn(source))
    return { ...prepared, caption: file === undefined ? caption : undefined }
  const drawing = drawDiagram(source, createDrawingId(block, preparation), preparation.context)
  const draw = drawing === undefined ? getEmbedMessages(preparation.context.locale).drawing : undefined
  return { type: 'diagram', caption, html: drawing, children: [{ ...prepared, draw }] }
}

/** A synced block may be shown several times. */
const createDrawingId = ({ id }: Block, preparation: BlockContext) =>
  preparation.makeUnique(`d${id.slice(-8)}`).replace(' ', '-')

/** Whether two adjacent blocks are tabs of one group: captions `Install | npm` and `Install | pnpm`. */
export function isSameCodeGroup(one: Block, other: Block): boolean {
  const group = getTabName(one)?.group
  return group !== undefined && group === getTabName(other)?.group
}

/** Prepares adjacent code blocks of one group as tabs, named by the second part of their captions. */
export function prepareCodeTabs(blocks: readonly Block[], preparation: BlockContext): PreparedBlock | undefined {
  const tabs = blocks.flatMap((block): PreparedBlockOf<'tab'>[] => {
    const prepared = preparation.block(block)
    return prepared ? [{ type: 'tab', label: getTabName(block)?.name, children: [removeCaption(prepared)] }] : []
  })
  const name = blocks[0] && getTabName(blocks[0])?.group
  return tabs.length === 0 ? undefined : { type: 'tabs', name, children: tabs }
}

/** The block may be inside its anchor. */
function removeCaption(prepared: PreparedBlock): PreparedBlock {
  if (prepared.type === 'code' || prepared.type === 'diagram') return { ...prepared, caption: undefined }
  return prepared.type === 'anchor' ? { ...prepared, children: prepared.children?.map(removeCaption) } : prepared
}

function getFileName({ properties: { caption = [] } }: Block): string | undefined {
  // A link in the caption must remain one.
  const isPlain = caption.every(([, formats = []]) => formats.every(([kind]) => kind === 'c'))
  const name = toPlainText(caption).trim()
  return isPlain && name.length <= MAX_NAME_LENGTH && FILE_NAME.test(name) ? name : undefined
}

function getTabName({ type, properties }: Block): { group: string; name: string } | undefined {
  if (type !== 'code') return undefined
  const caption = toPlainText(properties.caption ?? [])
  if (caption.length > MAX_NAME_LENGTH) return undefined
  const [group = '', name = '', ...more] = caption.split('|').map((part) => part.trim())
  return group !== '' && name !== '' && more.length === 0 ? { group, name } : undefined
}

/** Highlighted code with its language or file name, a switch that wraps long lines, and a copy button, which needs `islands/site/copy.ts`. */
function CodeBlock({ block }: BlockProps<'code'>) {
  const { caption, html, language, file, wrap, long, draw } = block
  const messages = usePageMessages().body
  return (
    <figure className="block-code" data-wrap={wrap && 1} data-long={long && 1}>
      <div className="block-code-bar">
        <span dir={file && 'ltr'}>{file ?? language}</span>
        {(!wrap || long) && (
          <label>
            <input type="checkbox" defaultChecked={wrap === true} />
            {messages.wrapLines}
          </label>
        )}
        {draw && (
          <button type="button" data-diagram={messages.diagram} data-failed={draw.failed}>
            <span aria-live="polite">{draw.draw}</span>
          </button>
        )}
        <button type="button" data-copy="code">
          <span aria-live="polite">{messages.copy}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard */}
      <div className="block-code-text" role="group" tabIndex={0} aria-label={`${messages.codeIn}: ${file ?? language}`}>
        <pre>
          <code
            dir="ltr"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped and highlighted on the page thread
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </pre>
      </div>
      <Caption text={caption} />
    </figure>
  )
}

/**
 * A diagram above its source, which is also its description for screen readers. If the server did not draw it, `islands/diagrams.ts` does when
 * the button in the bar of the source is clicked.
 */
function Diagram({ block, content }: BlockProps<'diagram'>) {
  const messages = usePageMessages().body
  return (
    <figure className="block-diagram">
      {block.html === undefined ? (
        <script type="module" src={getScriptAddress('diagrams')} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark
        <div
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
          tabIndex={0}
          aria-label={messages.diagram}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server drew it and kept only known elements
          dangerouslySetInnerHTML={{ __html: block.html }}
        />
      )}
      <details open={block.html === undefined}>
        <summary>{messages.source}</summary>
        <Children ids={content} />
      </details>
      <Caption text={block.caption} />
    </figure>
  )
}

/** Returns the name of a language as it is written after a code fence. */
function getLanguageName(label: string): string | null {
  const name = label.toLowerCase().replaceAll('`', '').replace(/\s+/g, '-')
  return name === '' || name === 'plain-text' ? null : name
}

export const CODE = {
  prepare: { code: prepareCode },
  outputs: {
    code: {
      Html: CodeBlock,
      toMarkdown: ({ language, source = '', caption }, { toAbsolute }) => [
        { type: 'code', lang: getLanguageName(language), value: source },
        ...convertParagraph(caption, toAbsolute),
      ],
    },
    // Markdown has the source, which is the block in it. It is not drawn for Markdown.
    diagram: { Html: Diagram, toMarkdown: (block, { convertChildren }) => convertChildren(block) },
  },
} satisfies BlockFamily
