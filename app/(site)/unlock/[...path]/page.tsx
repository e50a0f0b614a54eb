import type { Metadata } from 'next'
import { renderError } from '@/app/error-response'
import { preloadFonts } from '@/app/preload-fonts'
import { SitePage } from '@/components/site/screens/site-page'
import { UnlockScreen } from '@/components/site/screens/unlock-screen'
import { getUnlockedViewer } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { reportDynamic } from '@/lib/cache/rendered-page'
import { getSiteMessages } from '@/lib/messages/parts/site'
import { openLock } from '@/lib/page/routes/lock-address'
import { getLockMetadata, getMemberMetadata } from '@/lib/page/routes/metadata'
import { openAddress } from '@/lib/page/routes/page-address'
import { toPagePath } from '@/lib/site/page-locks'
import { getPagePath } from '@/lib/site/site'

export const dynamic = 'force-dynamic'

type Props = {
  params: Promise<{ path: string[] }>
  searchParams: Promise<{ wrong?: string | string[] }>
}

async function open({ params }: Props) {
  reportDynamic()
  const viewer = await getUnlockedViewer()
  const { path } = await params
  const found = Promise.resolve({ path: [toPagePath(path.join('/'))] })
  const lock = await openLock(found, viewer)
  return { viewer, lock, address: lock ? undefined : await openAddress(found, viewer) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { lock, address } = await open(props)
  return address ? getMemberMetadata(address) : lock ? getLockMetadata(lock) : {}
}

/** A page with a password for a visitor who has given it, or the form. `middleware.ts` handles all other paths. */
export default async function UnlockedPage(props: Props) {
  const { viewer, lock, address } = await open(props)
  if (lock) {
    const { wrong } = await props.searchParams
    return <UnlockScreen lock={lock} isWrong={wrong !== undefined} messages={getSiteMessages(lock.chrome.locale)} />
  }
  if (address?.kind !== 'page') return renderError({ kind: 'error', status: 404 })
  const { chrome, page, view } = address
  await preloadFonts(view.fonts)
  const messages = getSiteMessages(chrome.locale)
  return <SitePage chrome={chrome} view={view} path={addBasePath(getPagePath(page, viewer))} messages={messages} />
}
