import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ClientError } from '@/components/site/screens/client-error'

afterEach(() => {
  cleanup()
  document.documentElement.lang = ''
})

test('reports the error, with a retry button and a link to the home page', () => {
  const retry = vi.fn()
  render(<ClientError retry={retry} />)
  expect(screen.getByRole('heading').textContent).toBe('Application error: a client-side exception has occurred')
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('is in the language of the document', () => {
  document.documentElement.lang = 'zh-CN'
  render(<ClientError retry={() => {}} />)
  expect(screen.getByRole('button').textContent).toBe('重试')
})
