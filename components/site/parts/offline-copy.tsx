import { addBasePath } from '@/lib/base-path'

/** Makes the browser keep a copy of the page. Only that copy shows the text. */
export function OfflineCopy({ text }: { text: string }) {
  return (
    <>
      <link rel="stylesheet" href={addBasePath('/offline.css')} precedence="default" />
      <p className="offline-note">{text}</p>
      <script defer src={addBasePath('/offline.js')} />
    </>
  )
}
