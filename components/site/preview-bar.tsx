import '@/styles/preview.css'
import { getScriptAddress } from '@/lib/scripts'
import type { Messages } from '@/messages/languages'

interface PreviewBarProps {
  /** When the link expires, as text. */
  expires: string
  /** The version of the page, and where its current version is. */
  version: string
  address: string
  messages: Messages
}

/** The bar above a draft that a preview link shows. Its script reloads the page when the draft changes. */
export function PreviewBar({ expires, version, address, messages }: PreviewBarProps) {
  return (
    <>
      <p className="preview-bar" data-preview-version={version} data-preview-address={address}>
        <strong>{messages.preview.label}</strong> {messages.preview.until(expires)}
      </p>
      <script type="module" src={getScriptAddress('preview')} />
    </>
  )
}
