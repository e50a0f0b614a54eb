import { respondWithFullText } from '@/lib/http/full-text'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ part?: string[] }> }

/** The Markdown copies of all public pages as one text, or a part of it; `next.config.mjs` rewrites `/llms-full-<part>.txt` to it. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { part } = await params
  return respondWithFullText(request, part?.join('/'))
}
