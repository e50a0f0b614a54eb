import type { Nodes, PhrasingContent } from 'mdast'
import type { Directives } from 'mdast-util-directive'
import { type HighlightColor, isHighlightColor } from '../inline'
import { type Document, fail, getSource } from './document'

const COLONS = { textDirective: ':', leafDirective: '::', containerDirective: ':::' } as const

const isLabel = (child: Nodes) => child.type === 'paragraph' && child.data?.directiveLabel === true

/** Whether a container ends with colons. Without them it would contain the rest of the document. */
function isClosed({ text }: Document, { position }: Directives): boolean {
  return /\n[ >]*:{3,}\s*$/.test(text.slice(position?.start.offset, position?.end.offset))
}

/**
 * A directive of a document. The code that knows the directive reads its attributes and its label, then calls `close`,
 * which throws for what was not read: the directive does not have it. All errors contain the file and line.
 */
export class Directive {
  /** As it is written, such as `::audio`. */
  readonly name: string
  readonly #unread: Set<string>
  #hasUnreadLabel: boolean

  constructor(
    readonly document: Document,
    readonly node: Directives,
  ) {
    this.name = `${COLONS[node.type]}${node.name}`
    this.#unread = new Set(Object.keys(node.attributes ?? {}))
    this.#hasUnreadLabel = this.#label.length > 0
    if (node.type === 'containerDirective' && !isClosed(document, node)) {
      this.fail(`${this.name} needs a line of colons at its end.`)
    }
  }

  get #label(): PhrasingContent[] {
    if (this.node.type !== 'containerDirective') return this.node.children
    const [first] = this.node.children
    return first?.type === 'paragraph' && isLabel(first) ? first.children : []
  }

  fail(problem: string): never {
    return fail(this.document, this.node, problem)
  }

  /** The content of the label, empty without one. */
  label(): PhrasingContent[] {
    this.#hasUnreadLabel = false
    return this.#label
  }

  /** The content of a container, without the label. */
  content(): Nodes[] {
    return this.node.type === 'containerDirective' ? this.node.children.filter((child) => !isLabel(child)) : []
  }

  /** The containers that this container consists of. Throws if there is anything but containers of this name. */
  parts(name: string): Directive[] {
    return this.content().map((node) => {
      const isPart = node.type === 'containerDirective' && node.name === name
      return isPart ? new Directive(this.document, node) : this.fail(`Only :::${name} can be in ${this.name}.`)
    })
  }

  /** The attribute; undefined if it is missing. */
  get(name: string): string | undefined {
    this.#unread.delete(name)
    return this.node.attributes?.[name] ?? undefined
  }

  /** The attribute. Throws if it is missing. */
  need(name: string): string {
    return this.get(name) ?? this.fail(`${this.name} needs the attribute “${name}”.`)
  }

  /** The name of the first attribute, such as `red` of `{red}`. */
  flag(): string {
    const [first = ''] = this.#unread
    this.#unread.delete(first)
    return first
  }

  /** The attribute, which must be one of the values. */
  choice<const Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const chosen = this.get(name)
    if (chosen === undefined) return undefined
    return (
      values.find((value) => value === chosen) ??
      this.fail(`The attribute “${name}” must be one of ${values.join(', ')}.`)
    )
  }

  /** Numbers of the attribute, which spaces separate. */
  numbers(name: string): number[] | undefined {
    return this.get(name)
      ?.split(' ')
      .map((text) => {
        const number = Number(text)
        return number > 0 ? number : this.fail(`“${text}” in the attribute “${name}” is not a positive number.`)
      })
  }

  color(name: string | undefined): HighlightColor | undefined {
    if (name === undefined || isHighlightColor(name)) return name
    return this.fail(`There is no color “${name}”.`)
  }

  /** The attribute as the address of a file of the workspace, or as it is. */
  source(name: string): string | undefined {
    const value = this.get(name)
    return value === undefined ? undefined : getSource(this.document, this.node, value)
  }

  close(): void {
    const [attribute] = this.#unread
    if (attribute !== undefined) this.fail(`${this.name} has no attribute “${attribute}”.`)
    if (this.#hasUnreadLabel) this.fail(`${this.name} has no label.`)
  }
}
