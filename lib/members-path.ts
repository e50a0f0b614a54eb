/** First segment of the members' site. Browsers load this file, so it does not import the table of routes, which has it from here. */
export const MEMBERS = 'members'

/** Path of the editor dashboard. */
export const DESK = `/${MEMBERS}/desk`

const MEMBERS_PATH = new RegExp(`^/${MEMBERS}(?:[/?#]|$)`)

/** Whether an address of the site lies in the part that is made for a known viewer: pages, files and the editor dashboard. */
export const isForMembers = (address: string): boolean => MEMBERS_PATH.test(address)
