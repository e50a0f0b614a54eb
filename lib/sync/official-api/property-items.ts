import type { Id, RichText } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { OfficialClient } from './client'
import type { Conversion } from './conversion'
import { convertValue, readPropertyId, UNKNOWN } from './properties'

/** The maximum number of references of one property. */
const MAX_ITEMS = 10_000

/**
 * Requests properties of a page that its object contains only in part. A property that Notion does not return becomes `UNKNOWN`, which is
 * not empty and equals no other value, because access may depend on it. Throws {@link CallError} if the page cannot be read now.
 */
export async function readWholeProperties(
  page: Id,
  cut: readonly string[],
  { client, conversion }: { client: OfficialClient; conversion: Conversion },
  priority: Priority,
): Promise<Record<string, RichText>> {
  const whole: Record<string, RichText> = {}
  for (const id of cut) {
    const key = readPropertyId({ id })
    if (key !== undefined) whole[key] = await readWholeProperty(`pages/${page}/properties/${encodeURIComponent(key)}`)
  }
  return whole

  async function readWholeProperty(path: string): Promise<RichText> {
    const items: Fields[] = []
    try {
      for await (const { results } of client.pages({ path, priority })) {
        items.push(...results)
        if (items.length > MAX_ITEMS) return UNKNOWN
      }
    } catch (error) {
      if (error instanceof CallError && error.kind === 'refused') return UNKNOWN
      throw error
    }
    const [first] = items
    const type = String(first?.type)
    const values = items.map((item) => item[type]).filter(isObject)
    return first === undefined ? [] : convertValue({ type, [type]: values }, conversion)
  }
}
