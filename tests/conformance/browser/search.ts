import { expect, type Page } from '@playwright/test'
import { rowsFor, type Section } from '../row'
import { type InBrowser, open, stopTime } from './world'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => dialog(page).getByRole('combobox')
const button = (page: Page) => page.getByRole('button', { name: 'Search' })

async function openSearch(world: InBrowser): Promise<Page> {
  await open(world, 'two-sections')
  await button(world.page).click()
  await expect(field(world.page)).toBeFocused()
  return world.page
}

const result = (id: string, title: string) => ({
  id,
  title,
  path: '/two-sections',
  ancestors: [],
  highlight: { text: 'a <mark>b</mark> <i>c' },
})

/** Answers every question with this, and counts them. */
async function answerWith(page: Page, answer: unknown, code = 200): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/api/search', async (route) => {
    asked.push(route.request().postDataJSON().query)
    await route.fulfill({ status: code, json: answer })
  })
  return asked
}

export const SEARCH: Section<InBrowser> = {
  name: 'The search dialog',
  rows: rowsFor({
    opens: {
      says: 'The button opens a dialog labelled Search, with a field that says so; Escape closes it.',
      holds: async (world) => {
        const page = await openSearch(world)
        await expect(field(page)).toHaveAttribute('placeholder', 'Search')
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
        await expect(button(page)).toBeFocused()
      },
    },
    shortcuts: {
      says: 'Cmd with P or K opens it.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'two-sections')
        for (const keys of ['Meta+k', 'Meta+p']) {
          await page.keyboard.press(keys)
          await expect(field(page)).toBeFocused()
          await page.keyboard.press('Escape')
          await expect(dialog(page)).toHaveCount(0)
        }
      },
    },
    'shortcuts elsewhere': {
      says: 'Without a cmd key, ctrl with K opens it, and ctrl with P does not.',
      because: 'Ctrl with P prints, and a page must not take that from anybody.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'two-sections')
        await page.keyboard.press('Control+k')
        await expect(field(page)).toBeFocused()
      },
    },
    results: {
      says: 'What is found is a list with the places marked, as text, and a foot that says how many there are.',
      holds: async (world) => {
        await answerWith(world.page, { results: [result('1', 'One'), result('2', 'Two')], total: 2, throttle: 0 })
        const page = await openSearch(world)
        await field(page).fill('b')
        await expect(dialog(page).getByRole('option')).toHaveCount(2)
        await expect(dialog(page).locator('mark').first()).toHaveText('b')
        await expect(dialog(page).getByRole('option').first()).toContainText('<i>c')
        await expect(dialog(page).locator('footer')).toContainText('2 results')
      },
    },
    'one result': {
      says: 'One is a result, not results.',
      holds: async (world) => {
        await answerWith(world.page, { results: [result('1', 'One')], total: 1, throttle: 0 })
        const page = await openSearch(world)
        await field(page).fill('b')
        await expect(dialog(page).locator('footer')).toContainText(/1 result(?!s)/)
      },
    },
    dropped: {
      says: 'A result without a title is dropped, and a page is named once.',
      holds: async (world) => {
        await answerWith(world.page, {
          results: [result('1', 'One'), result('2', ' '), result('1', 'Again')],
          total: 3,
          throttle: 0,
        })
        const page = await openSearch(world)
        await field(page).fill('b')
        await expect(dialog(page).getByRole('option')).toHaveText(/One/)
        await expect(dialog(page).locator('footer')).toContainText(/1 result(?!s)/)
      },
    },
    none: {
      says: 'When nothing is found it says so, and what to try.',
      holds: async (world) => {
        const page = await openSearch(world)
        await field(page).fill('zzzzqqqq')
        await expect(dialog(page).getByRole('status')).toHaveText(/No results\s*Try different search terms/)
      },
    },
    'error, in the answer': failure({ error: 'broken', errorId: '1' }, 200),
    'error, of the answer': failure({}, 500),
    blank: {
      says: 'A blank question finds nothing and asks nothing, but for the one that warms the index up; it clears what was there.',
      holds: async (world) => {
        const asked = await answerWith(world.page, { error: 'broken' })
        const page = await openSearch(world)
        await expect.poll(() => asked).toEqual([''])
        await field(page).fill('b')
        await expect(dialog(page).getByText('Search error')).toBeVisible()
        await field(page).fill('  ')
        await expect(dialog(page).getByText('Search error')).toHaveCount(0)
        expect(asked).toEqual(['', 'b'])
      },
    },
    payload: {
      says: 'A question is sent by itself, without a page to search within.',
      because:
        'The index is that of the whole site, which has one root; who wants only a part of it can name that by asking the handler.',
      holds: async (world) => {
        const { page } = world
        const sent: unknown[] = []
        page.on('request', (request) => request.url().endsWith('/api/search') && sent.push(request.postDataJSON()))
        await openSearch(world)
        await field(page).fill('b')
        await expect.poll(() => sent).toEqual([{ query: '' }, { query: 'b' }])
      },
    },
    clear: {
      says: 'A button clears the question.',
      holds: async (world) => {
        const page = await openSearch(world)
        await field(page).fill('b')
        await dialog(page).getByRole('button', { name: 'Clear', exact: true }).click()
        await expect(field(page)).toHaveValue('')
      },
    },
    loading: {
      says: 'While it is looked for, an icon says so, and an answer to another question is not shown.',
      holds: async (world) => {
        const { page } = world
        const held: (() => Promise<void>)[] = []
        await page.route('**/api/search', async (route) => {
          const { query } = route.request().postDataJSON()
          const answer = () =>
            route
              .fulfill({ json: { results: query ? [result(query, query)] : [], total: 1, throttle: 0 } })
              .catch(() => {})
          if (query === 'slow') held.push(answer)
          else await answer()
        })
        await openSearch(world)
        await field(page).fill('slow')
        await expect(dialog(page).locator('.search-loading')).toBeVisible()
        await expect.poll(() => held.length).toBe(1)
        await field(page).fill('fast')
        await expect(dialog(page).getByRole('option')).toHaveText(/fast/)
        await held[0]?.()
        await expect(dialog(page).getByRole('option')).toHaveText(/fast/)
        await expect(dialog(page).locator('.search-loading')).toHaveCount(0)
      },
    },
    throttle: {
      says: 'Typing asks no more often than the index says, which is every 150 milliseconds.',
      because:
        'A second between questions spares an index elsewhere; ours answers in a few milliseconds, and one elsewhere can still ask for its second.',
      holds: async (world) => {
        const { page } = world
        const asked = await answerWith(page, { results: [], total: 0, throttle: 150 })
        await openSearch(world)
        await expect.poll(() => asked).toEqual([''])
        await stopTime(page)
        await field(page).fill('a')
        await page.clock.runFor(10)
        await expect.poll(() => asked).toEqual(['', 'a'])
        await field(page).fill('ab')
        await field(page).fill('abc')
        await page.clock.runFor(100)
        expect(asked).toEqual(['', 'a'])
        await page.clock.runFor(60)
        await expect.poll(() => asked).toEqual(['', 'a', 'abc'])
      },
    },
  }),
}

function failure(answer: unknown, code: number) {
  return {
    says: `An answer ${code === 200 ? 'that holds an error' : 'that is no answer'} is said to be a search error.`,
    holds: async (world: InBrowser) => {
      if (code !== 200) world.expectConsole(/status of 500/)
      await answerWith(world.page, answer, code)
      const page = await openSearch(world)
      await field(page).fill('b')
      await expect(dialog(page).getByRole('status')).toHaveText('Search error')
    },
  }
}
