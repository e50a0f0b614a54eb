import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderContent } from '@/blocks/content'
import { PageContent } from '@/components/site/page-content'
import { copyOnClick } from '@/islands/site/copy'
import { getPageMessages } from '@/messages/languages'
import { prepareTestBody } from '../../unit/page/stored-page'
import { serverHtml } from './render'

const CODE = 'if (a < b) {\n\treturn "c & d"\n}'
const LONG = 'Words that are long enough to stand apart.'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

const content = (
  <PageContent
    id="a"
    html={renderContent(
      prepareTestBody([
        { type: 'text', title: LONG },
        { type: 'code', title: CODE },
        { type: 'equation', title: 'x^2' },
      ]).blocks,
    )}
    messages={getPageMessages('en')}
  />
)

test('the content of a members page is hydrated without changes', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = serverHtml(content)
  const sent = container.innerHTML
  const errors: unknown[] = []
  await act(async () => {
    render(content, { container, hydrate: true, onRecoverableError: (error) => errors.push(error) })
  })
  expect(errors).toEqual([])
  expect(container.innerHTML).toBe(sent)
  expect(container.textContent).toContain(LONG)
})

test('the content names what its scripts show', async () => {
  copyOnClick()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(content)
  fireEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('Copied')).toBeDefined()
  expect(writeText).toHaveBeenCalledWith(CODE)
})
