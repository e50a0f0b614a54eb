import sharp from 'sharp'

/** The pixels of a text, without the space around it. */
interface Ink {
  width: number
  height: number
  has(x: number, y: number): boolean
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Differences from the background that count as ink; smoothed edges do not. */
const THRESHOLD = 110

/** Returns the ink of an area of a picture, whose first pixel has the color of the background. */
export async function findInk(picture: Uint8Array, area: Area): Promise<Ink> {
  const { data, info } = await sharp(picture).removeAlpha().extract(area).raw().toBuffer({ resolveWithObject: true })
  const mask = new Uint8Array(info.width * info.height)
  const [columns, rows] = [new Set<number>(), new Set<number>()]
  for (let at = 0; at < mask.length; at++) {
    const isInk = [0, 1, 2].some(
      (channel) => Math.abs((data[3 * at + channel] ?? 0) - (data[channel] ?? 0)) > THRESHOLD,
    )
    if (!isInk) continue
    mask[at] = 1
    columns.add(at % info.width)
    rows.add(Math.floor(at / info.width))
  }
  const [left, top] = [Math.min(...columns), Math.min(...rows)]
  const [width, height] = [Math.max(...columns) - left + 1, Math.max(...rows) - top + 1]
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height
  return { width, height, has: (x, y) => isInside(x, y) && mask[(top + y) * info.width + left + x] === 1 }
}

/**
 * Returns the part of the ink of one text that has ink of the other one within `distance` pixels, from 0 to 1. Both begin at their left
 * and top edges.
 */
export function getOverlap(ink: Ink, other: Ink, distance: number): number {
  const offsets = Array.from({ length: 2 * distance + 1 }, (_, at) => at - distance)
  const near = offsets
    .flatMap((dx) => offsets.map((dy) => [dx, dy] as const))
    .toSorted(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d))
  let all = 0
  let found = 0
  for (let y = 0; y < ink.height; y++) {
    for (let x = 0; x < ink.width; x++) {
      if (!ink.has(x, y)) continue
      all += 1
      if (near.some(([dx, dy]) => other.has(x + dx, y + dy))) found += 1
    }
  }
  return found / all
}
