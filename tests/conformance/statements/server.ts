import { expect, vi } from 'vitest'
import { openView } from '@/lib/page/thread/open-view'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { getSite } from '@/lib/site/get-site'
import { expectConsole } from '../../support/console'
import { idOf } from '../../support/records'
import { type Row, rowsFor, type Section } from '../row'
import { prepareServer, request } from '../support/server'

const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, '')

const status = (code: number, name: string, target: string, method = 'GET'): Omit<Row, 'id'> => ({
  says: `A request for ${target} with ${method} is answered with status ${code} and a page headed ${name}.`,
  holds: async () => {
    const response = await request(target, { method })
    expect(response.status).toBe(code)
    expect(heading(await response.text())).toBe(`${code} ${name}`)
  },
})

export const SERVER: Section = {
  name: 'Responses and warnings of the server',
  rows: rowsFor({
    400: status(400, 'Bad Request', '/%E0%A4%A'),
    404: status(404, 'This page could not be found', '/nowhere'),
    405: status(405, 'Method Not Allowed', '/quay', 'POST'),
    500: {
      says: 'The document that the middleware registers for failed requests is headed Internal Server Error.',
      holds: async () => {
        await prepareServer()
        // The server around Next.js calls this function when Next.js fails.
        expect(heading(getRuntime().renderErrorPage?.(500) ?? '')).toBe('500 Internal Server Error')
      },
    },
    warnings: {
      says: 'The server warns of an unsupported block type and view type on its console, once for each version of a page.',
      holds: async () => {
        await prepareServer()
        const line = `Page ${idOf('Odd')} (/odd, “Odd”) is shown without all of it:`
        const block = `${line} Block of unsupported type "hologram" skipped`
        const view = `${line} Collection view of unsupported type "form" skipped`
        for (const warning of [block, view]) expectConsole(new RegExp(`^warn: ${warning.replace(/[()]/g, '\\$&')}$`))
        const site = await getSite()
        const page = site.page(idOf('Odd'), PUBLIC)
        if (page === undefined) throw new Error('The page Odd is missing')
        // Next.js has replaced the function, so the spy of the test set-up no longer sees each call.
        const warn = vi.spyOn(console, 'warn').mockClear()
        for (let time = 0; time < 3; time++) expect(await openView(site, page, PUBLIC)).toBeDefined()
        expect(warn.mock.calls).toEqual([[block], [view]])
      },
    },
  }),
}
