/** A page of the workspace that two sites are compared with. */
export interface ComparedPage {
  title: string
  /** Its paragraphs, each without formatting and without characters that HTML escapes. */
  texts: readonly string[]
}

/** More than any site has for the generated workspace, with its lists and feeds. */
const MAX_ADDRESSES = 2000
const RESPONDS_WITHIN_MS = 30_000

/**
 * Returns the address of a page in a site that may choose any addresses: follows its sitemap, its home page and the links in them. Throws if
 * no page contains the whole text. A status of 200 is no proof, because some sites send error pages with it.
 */
export async function findArticle(origin: string, article: ComparedPage): Promise<string> {
  const slug = createSlug(article.title)
  const queue = [...(await listSitemap(`${origin}/sitemap.xml`)), '/']
  const seen = new Set(queue)
  let closest = { address: '', missing: article.texts }
  for (let count = 0; queue.length > 0 && count < MAX_ADDRESSES; count++) {
    // The address of the article probably contains its title.
    const likely = queue.findIndex((path) => createSlug(path).includes(slug))
    const [path = '/'] = queue.splice(Math.max(0, likely), 1)
    const { address, html } = await request(origin + path)
    const missing = listMissingTexts(html, article.texts)
    if (missing.length === 0) return address
    if (missing.length < closest.missing.length) closest = { address, missing }
    for (const link of listLinks(html, address)) {
      if (!seen.has(link)) queue.push(link)
      seen.add(link)
    }
  }
  const { address, missing } = closest
  throw new Error(
    `None of ${seen.size} addresses of ${origin} has the whole text of “${article.title}”, so that the sites cannot be compared: ${
      address === '' ? 'none has any of it' : `${address} lacks “${missing[0]}”`
    }`,
  )
}

/** Throws unless a page contains one of the texts. */
export async function requireText(url: string, texts: readonly string[]): Promise<void> {
  const { html } = await request(url)
  if (listMissingTexts(html, texts).length < texts.length) return
  throw new Error(`${url} has none of the expected texts, such as “${texts[0]}”, so that the sites cannot be compared`)
}

/** Returns the texts that a visitor cannot read in a document. Its scripts do not count. */
function listMissingTexts(html: string, texts: readonly string[]): string[] {
  const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>/g, '')
  const normal = normalizeSpaces(shown)
  return texts.filter((text) => !normal.includes(normalizeSpaces(text)))
}

const normalizeSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

const createSlug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')

/** Returns the final address and the document of a page; an empty text for any other status or type. */
async function request(url: string): Promise<{ address: string; html: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(RESPONDS_WITHIN_MS) })
  const text = await response.text()
  const isPage = response.status === 200 && (response.headers.get('content-type') ?? '').includes('html')
  return { address: response.url, html: isPage ? text : '' }
}

/** Returns the paths in a sitemap, and in those that it lists. Their origin is often the public one of the site. */
export async function listSitemap(url: string): Promise<string[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(RESPONDS_WITHIN_MS) })
  const xml = await response.text()
  if (response.status !== 200) return []
  const paths = [...xml.matchAll(/<loc>\s*([^<]+?)\s*<\/loc>/g)].map(([, address = '']) =>
    toPath(unescapeAmpersands(address), url),
  )
  if (!xml.includes('<sitemapindex')) return paths
  const lists = await Promise.all(paths.map((path) => listSitemap(new URL(path, url).href)))
  return lists.flat()
}

/** Returns the paths of a document's links within the site. */
function listLinks(html: string, address: string): string[] {
  const { origin } = new URL(address)
  return [...html.matchAll(/<a\b[^>]*?\bhref="([^"#]+)/gi)]
    .map(([, href = '']) => unescapeAmpersands(href))
    .filter((href) => URL.canParse(href, address) && new URL(href, address).origin === origin)
    .map((href) => toPath(href, address))
}

function toPath(address: string, base: string): string {
  const { pathname, search } = new URL(address, base)
  return pathname + search
}

const unescapeAmpersands = (text: string) => text.replaceAll('&amp;', '&')
