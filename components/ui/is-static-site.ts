/** Whether this document is a file of an export, which no server is behind. */
export const isStaticSite = (): boolean => document.documentElement.dataset.static !== undefined
