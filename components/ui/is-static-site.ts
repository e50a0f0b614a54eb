/** Whether this document is a file of a static export. */
export const isStaticSite = (): boolean => document.documentElement.dataset.static !== undefined
