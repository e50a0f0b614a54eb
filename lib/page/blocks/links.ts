import type { PreparedBlockOf } from '../../../blocks/prepared-block'
import { getCollectionMessages } from '../../messages/parts/collection'
import { getBlockColor } from '../block-color'
import { getExternalObjectCard } from '../external-object'
import { readPointer } from '../read-values'
import type { BlockContext, PrepareBlock } from './block-context'

/** A child page or a full-page database is shown as a link. */
export const preparePageLink: PrepareBlock = (block, preparation) =>
  preparation.hooks.lists?.(block.id) === false
    ? undefined
    : createPageLink(block.id, block.format.block_color, preparation)

export const prepareAlias: PrepareBlock = (block, preparation) => {
  const target = readPointer(block.format.alias_pointer)
  const link = target === undefined ? undefined : createPageLink(target, block.format.block_color, preparation)
  if (link === undefined) preparation.context.note?.('Alias of a missing page left out')
  return link
}

function createPageLink(id: string, color: unknown, { context }: BlockContext): PreparedBlockOf<'page'> | undefined {
  const link = context.pageLink(id)
  if (link === undefined) return undefined
  const { path, title, icon } = link
  return { type: 'page', path, title, icon, color: getBlockColor(color) }
}

export const prepareSyncedReference: PrepareBlock = (block, preparation) => {
  const container = preparation.shown.synced(block)
  return container && preparation.block(container)
}

export const prepareBreadcrumb: PrepareBlock = (_block, { hooks }) => {
  const items = (hooks.trail ?? []).map(({ path, title, icon }) => ({ path, title, icon }))
  return items.length === 0 ? undefined : { type: 'breadcrumb', items }
}

export const prepareContents: PrepareBlock = (block, preparation) => ({
  type: 'contents',
  items: preparation.contents,
  color: getBlockColor(block.format.block_color),
})

export const prepareCollectionBlock: PrepareBlock = (block, { hooks, context, makeUnique }) => {
  const posts = hooks.posts?.(block)
  if (posts !== undefined) return { type: 'posts', html: posts }
  if (hooks.isMissing?.(block)) {
    context.note?.('Collection without data skipped')
    return { type: 'unknown', text: getCollectionMessages(context.locale).missing }
  }
  const data = hooks.collection(block)
  if (data === undefined) context.note?.('Collection without data skipped')
  return data && { type: 'collection', data: { ...data, name: makeUnique(data.name) } }
}

export const prepareExternalObject: PrepareBlock = (block, { context }) => {
  const card = getExternalObjectCard(block, context)
  return card && { type: 'card', ...card }
}
