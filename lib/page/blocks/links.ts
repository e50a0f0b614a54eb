import { collectionMessagesFor } from '../../messages/parts/collection'
import { colorOf } from '../colors'
import { externalObject } from '../external-object'
import { pointer } from '../read'
import { type Preparation, type Prepare, wire } from './preparation'

/** A page or whole database inside a page is a link to it. */
export const page: Prepare = (block, run) => pageLink(block.id, block.format.block_color, run)

export const alias: Prepare = (block, run) => {
  const target = pointer(block.format.alias_pointer)
  const link = target === undefined ? undefined : pageLink(target, block.format.block_color, run)
  if (link === undefined) run.context.note?.('Alias of a missing page left out')
  return link
}

function pageLink(id: string, color: unknown, { context }: Preparation) {
  const link = context.pageLink(id)
  if (link === undefined) return undefined
  const { path, title, icon } = link
  return wire('page', undefined, undefined, { path, title, icon, color: colorOf(color) })
}

export const reference: Prepare = (block, run) => {
  const container = run.shown.synced(block)
  return container && run.block(container)
}

export const breadcrumb: Prepare = (_block, { hooks }) => {
  const items = hooks.trail ?? []
  return items.length === 0
    ? undefined
    : wire('breadcrumb', undefined, undefined, {
        items: items.map(({ path, title, icon }) => ({ path, title, ...(icon !== undefined && { icon }) })),
      })
}

export const contents: Prepare = (block, run) =>
  wire('contents', undefined, undefined, { items: run.contents, color: colorOf(block.format.block_color) })

export const collection: Prepare = (block, { hooks, context, called }) => {
  if (hooks.isMissing?.(block)) {
    context.note?.('Collection without data skipped')
    return wire('unknown', collectionMessagesFor(context.locale).missing, undefined, {})
  }
  const data = hooks.collection(block)
  if (data === undefined) context.note?.('Collection without data skipped')
  return data && wire('collection', undefined, undefined, { data: { ...data, name: called(data.name) } })
}

export const external: Prepare = (block, { context }) => {
  const card = externalObject(block, context)
  return card && wire('card', undefined, undefined, card)
}
