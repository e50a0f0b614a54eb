import { expect, vi } from 'vitest'
import { openView } from '@/lib/page/thread/open-view'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { getSite } from '@/lib/site/get-site'
import { expectConsole } from '../../support/console'
import { createId } from '../../support/records'
import { createRows, type Row, type Section } from '../row'
import { prepareServer, request } from '../support/server'

const readHeading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, '')

const checkStatus = (code: number, name: string, target: string, method = 'GET'): Omit<Row, 'id'> => ({
  statement: `A request for ${target} with ${method} is answered with status ${code} and a page headed ${name}.`,
  check: async () => {
    const response = await request(target, { method })
    expect(response.status).toBe(code)
    expect(readHeading(await response.text())).toBe(`${code} ${name}`)
  },
})

export const SERVER: Section = {
  name: 'Responses and warnings of the server',
  rows: createRows({
    400: checkStatus(400, 'Bad Request', '/%E0%A4%A'),
    404: checkStatus(404, 'This page could not be found', '/nowhere'),
    405: checkStatus(405, 'Method Not Allowed', '/quay', 'POST'),
    500: {
      statement: 'The document that the middleware registers for failed requests is headed Internal Server Error.',
      check: async () => {
        await prepareServer()
        // The server calls this function if Next.js fails.
        expect(readHeading(getRuntime().renderErrorPage?.(500) ?? '')).toBe('500 Internal Server Error')
      },
    },
    warnings: {
      statement:
        'The server warns of an unsupported block type and view type on its console, once for each version of a page.',
      check: async () => {
        await prepareServer()
        const line = `Page ${createId('Odd')} (/odd, “Odd”) is shown without all of it:`
        const block = `${line} Block of unsupported type "hologram" skipped`
        const view = `${line} Collection view of unsupported type "form" skipped`
        for (const warning of [block, view]) expectConsole(new RegExp(`^warn: ${warning.replace(/[()]/g, '\\$&')}$`))
        const site = await getSite()
        const page = site.page(createId('Odd'), PUBLIC)
        if (page === undefined) throw new Error('The page Odd is missing')
        // Next.js has replaced `console.warn`, so the spy of the test set-up no longer records the calls.
        const warn = vi.spyOn(console, 'warn').mockClear()
        for (let time = 0; time < 3; time++) expect(await openView(site, page, PUBLIC)).toBeDefined()
        expect(warn.mock.calls).toEqual([[block], [view]])
      },
    },
  }),
}
