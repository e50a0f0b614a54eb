/** Aligns comments below a page with its text. Only pages with comments contain these rules. */
export const COLUMN_STYLE =
  '.comments{margin-block-start:var(--space-8)}main>.comments{width:min(var(--measure),100% - 2*(var(--site-margin) - var(--gutter)));margin-inline:auto;padding-inline:var(--gutter)}'
