import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import BrokenPage from '@/app/error'

afterEach(() => {
  cleanup()
  document.documentElement.lang = ''
})

test('reports the error, with a retry button and a link to the home page [N-306]', async () => {
  const retry = vi.fn()
  render(<BrokenPage retry={retry} />)
  expect((await screen.findByRole('heading')).textContent).toBe(
    'Application error: a client-side exception has occurred',
  )
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('is in the language of the document', async () => {
  document.documentElement.lang = 'zh-CN'
  render(<BrokenPage retry={() => {}} />)
  expect((await screen.findByRole('button')).textContent).toBe('重试')
})
