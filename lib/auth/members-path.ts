/** Whether an address of the site lies in the part that is made for a known viewer: pages, files and the desk. */
export const isForMembers = (address: string): boolean => /^\/members(?:[/?#]|$)/.test(address)
