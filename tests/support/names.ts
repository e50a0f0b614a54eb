import type { Names } from '@/lib/workspace/property-values'

/** No people, and no pages that the viewer may read. */
export const NO_NAMES: Names = {
  userName: () => undefined,
  pageTitle: () => undefined,
  isListed: () => false,
  locale: 'en',
  timeZone: 'UTC',
}

/** Each page is listed, with its id as its title. */
export const IDS_AS_NAMES: Names = { ...NO_NAMES, pageTitle: (id) => id, isListed: () => true }
