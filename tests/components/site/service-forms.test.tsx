import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ServiceForms } from '@/components/site/service-forms'
import { createForms } from '@/lib/branding/forms'
import { getSiteMessages } from '@/messages/languages'

test('each form posts to its service and labels its fields', () => {
  const forms = createForms({
    newsletter: 'https://tides.list-manage.com/a?b=1&c=2',
    contact: 'https://formspree.io/f/a',
  })
  if (forms === undefined) throw new Error('no forms')
  document.body.innerHTML = renderToStaticMarkup(<ServiceForms forms={forms} messages={getSiteMessages('en').forms} />)
  const summaries = [...document.querySelectorAll('form')].map((form) => [
    form.getAttribute('action'),
    form.getAttribute('method'),
    document.getElementById(form.getAttribute('aria-labelledby') ?? '')?.textContent,
    [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ name, labels }) => [
      name,
      labels?.[0]?.textContent,
    ]),
  ])
  expect(summaries).toEqual([
    ['https://tides.list-manage.com/a?b=1&c=2', 'post', 'Newsletter', [['EMAIL', 'Email address']]],
    [
      'https://formspree.io/f/a',
      'post',
      'Contact',
      [
        ['email', 'Email address'],
        ['message', 'Message'],
      ],
    ],
  ])
  expect(document.querySelectorAll('script, [onsubmit]')).toHaveLength(0)
})
