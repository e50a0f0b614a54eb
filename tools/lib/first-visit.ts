/** What browsers of today take pictures as. */
const PICTURES = { accept: 'image/avif,image/webp,*/*' }

/**
 * Does what the first visitor would wait for. What cannot be had is made when somebody asks for it. The pictures of one of several
 * instances wait for that too: its neighbours may need the processor.
 */
export async function visitFirst(origin: string, isOneOfSeveral: boolean): Promise<void> {
  await Promise.allSettled([takeUpSearch(origin), ...(isOneOfSeveral ? [] : [showHome(origin)])])
}

/** A blank question takes up the index. */
async function takeUpSearch(origin: string): Promise<void> {
  await fetch(`${origin}/api/search`, { method: 'POST', body: JSON.stringify({ query: '' }) })
}

/** Makes the home page, and the copies of the pictures that it asks for first: each takes up to half a second. */
async function showHome(origin: string): Promise<void> {
  const home = await fetch(origin)
  for (const address of firstPictures(await home.text())) {
    const picture = await fetch(origin + address, { headers: PICTURES })
    await picture.arrayBuffer()
  }
}

/** The site's own copies of those that a document asks for before others. */
function firstPictures(html: string): string[] {
  const first = [...html.matchAll(/<img [^>]*>/g)].filter(([image]) => /fetchpriority="high"/i.test(image))
  const sets = first.flatMap(([image]) => /srcset="([^"]*)"/i.exec(image)?.[1]?.split(', ') ?? [])
  return sets.flatMap((each) => each.split(' ', 1)).filter((address) => address.startsWith('/'))
}
