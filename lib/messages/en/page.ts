/** Texts of pages. They are in the script of pages, so that documents need not contain them. */
export const page = {
  /** Most are read before a name: `Play: Big Buck Bunny`. */
  body: {
    linkTo: 'Link to this section',
    play: 'Play',
    open: 'Open',
    show: 'Show',
    /** Read before the host of an embed: `Showing it contacts example.com`. */
    contacts: 'Showing it contacts',
    codeIn: 'Code',
    wrapLines: 'Wrap lines',
    diagram: 'Diagram',
    source: 'Source of the diagram',
    zoomIn: 'Enlarge the picture',
    zoomOut: 'Make the picture small again',
    contents: 'Contents',
    breadcrumb: 'Where this page is',
    table: 'Table',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copy failed',
  },
  header: { navigation: 'Site', menu: 'Menu', more: 'More', search: 'Search' },
  contents: { label: 'On this page', title: 'Contents', top: 'Back to top' },
  actions: { link: 'Copy link', markdown: 'Copy as Markdown', edit: 'Edit in Notion' },
  theme: {
    system: 'Colors: as on your device. Change to light.',
    light: 'Colors: light. Change to dark.',
    dark: 'Colors: dark. Change to as on your device.',
  },
}
