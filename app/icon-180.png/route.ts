import { ICON_SIZES } from '@/lib/branding/logo'
import { respondWithIcon } from '@/lib/http/file-response'

export const dynamic = 'force-dynamic'

/** The icon of the site, 180 pixels wide. */
export async function GET(request: Request): Promise<Response> {
  return respondWithIcon(request, ICON_SIZES.touch)
}
