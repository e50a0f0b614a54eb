/** What the page's body says by itself. */
export const WORDS = {
  contents: 'Contents',
  breadcrumb: 'Where this page is',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  code: (language: string) => `Code in ${language}`,
  table: 'Table',
  linkTo: (title: string) => `Link to “${title}”`,
  play: (title: string) => `Play “${title}”`,
  open: (name: string) => `Open ${name}`,
  zoomIn: 'Enlarge the picture',
  zoomOut: 'Make the picture small again',
}
