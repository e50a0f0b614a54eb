import { MAX_ADDRESS_LENGTH } from './addresses'

/** A form that posts what a visitor enters to the address of a service, such as Buttondown or Formspree. */
export interface ServiceForm {
  address: string
  /** The name under which the service expects the email address. */
  emailField: string
}

/** The forms of a site. */
export interface ServiceForms {
  newsletter?: ServiceForm
  contact?: ServiceForm
}

/** A host name becomes a source of the Content Security Policy, so it must not contain separators. */
const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/
/** Services whose name for the email address is not `email`. */
const EMAIL_FIELDS: readonly [host: RegExp, name: string][] = [
  [/(?:^|\.)list-manage\.com$/, 'EMAIL'],
  [/(?:^|\.)(?:kit|convertkit)\.com$/, 'email_address'],
]

/** Returns the normalized address of a form, as it is stored; undefined if it is not an https address. */
export function parseFormAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH || !/^https:\/\/[^\s\\"'<>\p{Cc}]+$/iu.test(text) || !URL.canParse(text))
    return undefined
  const { host, username, password, href } = new URL(text)
  return HOST.test(host) && username === '' && password === '' ? href : undefined
}

/** Returns the forms at these addresses; undefined without any. */
export function createForms(addresses: { newsletter?: string; contact?: string }): ServiceForms | undefined {
  const [newsletter, contact] = [addresses.newsletter, addresses.contact].map(createForm)
  if (newsletter === undefined && contact === undefined) return undefined
  return { ...(newsletter && { newsletter }), ...(contact && { contact }) }
}

function createForm(address: string | undefined): ServiceForm | undefined {
  if (address === undefined) return undefined
  const { hostname } = new URL(address)
  return { address, emailField: EMAIL_FIELDS.find(([host]) => host.test(hostname))?.[1] ?? 'email' }
}

/** Returns the origins to which the forms of a page may post. */
export const getFormOrigins = ({ newsletter, contact }: ServiceForms = {}): string[] => [
  ...new Set([newsletter, contact].flatMap((form) => (form === undefined ? [] : [new URL(form.address).origin]))),
]
