import { beforeEach, describe, expect, it } from 'vitest'
import { showPresence } from '@/components/account/presence'
import { createHeadScript } from '@/components/site/head-script'

const root = document.documentElement

function setCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the script of the sign-in service sets it this way
  document.cookie = cookie
}

function runHead(hasSignIn: boolean) {
  new Function(createHeadScript(hasSignIn))()
  // Otherwise the buttons of other test files would wait for hydration.
  window.takeEarlyEvents?.()
}

beforeEach(() => {
  for (const name of ['__client_uat', '__client_uat_abc', 'x']) setCookie(`${name}=; max-age=0`)
  delete root.dataset.signedIn
})

describe('the signed-in attribute of the document', () => {
  it.each([
    ['__client_uat=1732000000', true],
    ['__client_uat_abc=1732000000', true],
    ['__client_uat=0', false],
    ['x=__client_uat=1', false],
  ])('with the cookie %s is set: %s', (cookie, present) => {
    setCookie(cookie)
    runHead(true)
    expect(root.dataset.signedIn !== undefined).toBe(present)
  })

  it('is not set without sign-in', () => {
    setCookie('__client_uat=1')
    runHead(false)
    expect(root.dataset.signedIn).toBeUndefined()
  })

  it('is updated by showPresence', () => {
    setCookie('__client_uat=1')
    showPresence()
    expect(root.dataset.signedIn).toBe('')
    setCookie('__client_uat=0')
    showPresence()
    expect(root.dataset.signedIn).toBeUndefined()
  })
})
