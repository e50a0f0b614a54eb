import { addBasePath } from '@/lib/base-path'

/** Links to style sheets, which React puts into the head of the document. */
export const PageStyles = ({ styles }: { styles: readonly string[] }) =>
  styles.map((path) => <link key={path} rel="stylesheet" href={addBasePath(path)} precedence="default" />)
