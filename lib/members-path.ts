/** First segment of the members site. `routes.ts` imports it from here, because browsers load this file but not that one. */
export const MEMBERS = 'members'

/** Path of the editor dashboard. */
export const DESK = `/${MEMBERS}/desk`

const MEMBERS_PATH = new RegExp(`^/${MEMBERS}(?:[/?#]|$)`)

/** Whether an address belongs to the members site: its pages and files, and the editor dashboard. */
export const isForMembers = (address: string): boolean => MEMBERS_PATH.test(address)
