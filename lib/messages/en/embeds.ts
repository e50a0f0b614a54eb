/** Names for files, embeds and tabs that have none. */
export const embeds = {
  file: 'File',
  tab: (number: number) => `Tab ${number}`,
  youtube: 'YouTube video',
  post: (author?: string) => (author === undefined ? 'Post' : `Post by ${author}`),
  gist: (author?: string) => (author === undefined ? 'Gist' : `Gist by ${author}`),
  /** Of blocks of other types than the site knows. */
  unknown: { name: 'Block', notShown: (type: string) => `${type} (not shown here)` },
  kinds: { drive: 'Drive file', excalidraw: 'Drawing', figma: 'Design', maps: 'Map', typeform: 'Form', video: 'Video' },
}
