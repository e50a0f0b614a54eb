import { createRoot } from 'react-dom/client'
import { ClientError } from '@/components/site/screens/client-error'

/** Replaces the page by the screen for an error in the browser. */
export function showClientError(): void {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  createRoot(place).render(<ClientError retry={() => location.reload()} />)
}
