import { getKey } from './ids'
import { rich, type Text } from './inline'
import type {
  Cell,
  DatabaseNode,
  DatabaseOptions,
  LinkedDatabaseNode,
  Node,
  PageNode,
  PageOptions,
  ViewSpec,
} from './nodes'

const plain = (text: Text): string =>
  rich(text)
    .map(([content]) => content)
    .join('')

/** A page and its content, child pages included. */
export function page(title: Text, options: PageOptions, children: Node[]): PageNode {
  return { node: 'page', key: getKey(plain(title)), ...options, title: rich(title), cells: {}, children }
}

/** A row of a database: a page with values for the database's columns, by name. */
export function row(
  title: Text,
  cells: Record<string, Cell>,
  children: Node[] = [],
  options: PageOptions = {},
): PageNode {
  return { ...page(title, options, children), cells }
}

/** A database with its columns, views and rows. */
export function database(name: string, options: DatabaseOptions): DatabaseNode {
  return { node: 'database', key: getKey(name), ...options, name }
}

/** Linked views of the database with this key. */
export function linkedDatabase(key: string, views: ViewSpec[], hideName = false): LinkedDatabaseNode {
  return { node: 'linked', key, views, hideName }
}
