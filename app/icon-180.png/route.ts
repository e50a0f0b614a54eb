import { answerIcon } from '@/app/picture-answer'
import { ICON_SIZES } from '@/lib/branding/logo'

export const dynamic = 'force-dynamic'

/** The site's icon as a picture. */
export async function GET(request: Request): Promise<Response> {
  return answerIcon(request, ICON_SIZES.touch)
}
