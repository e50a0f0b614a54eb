/** Sites whose embeds have a block type of their own in record maps, by the pattern of host and path. */
const SITES: readonly (readonly [RegExp, string])[] = [
  [/^(?:www\.|mobile\.)?(?:twitter|x)\.com\/[^/]+\/status\//, 'tweet'],
  [/^gist\.github\.com\//, 'gist'],
  [/^(?:www\.)?figma\.com\//, 'figma'],
  [/^(?:maps\.google\.[a-z.]+|(?:www\.)?google\.[a-z.]+\/maps)/, 'maps'],
  [/^codepen\.io\//, 'codepen'],
  [/^(?:www\.)?(?:replit\.com|repl\.it)\//, 'replit'],
  [/^(?:[\w-]+\.)?typeform\.com\//, 'typeform'],
  [/^excalidraw\.com\//, 'excalidraw'],
]

/** Returns the block type of an embed. */
export function findEmbedType(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'embed'
  const { host, pathname } = new URL(address)
  return SITES.find(([pattern]) => pattern.test(`${host}${pathname}`))?.[1] ?? 'embed'
}
