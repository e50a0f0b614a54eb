import { environment } from './environment'
import { type ServiceKeys, signedToken } from './keys'
import { type Client, CODE, type Organization, type People, type Session } from './people'
import type { Resources } from './resources'

export interface Question {
  method: string
  /** Below `/v1`. */
  path: string
  query: URLSearchParams
  body: URLSearchParams
  cookie: string
  /** Origin of the site that asks. */
  site: string
}

export interface Answer {
  cookies: string[]
  location?: string
  value?: unknown
}

/** An error response of the service. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message)
  }

  static of(error: unknown): { status: number; body: unknown } {
    const { status, code, message, field } =
      error instanceof ServiceError ? error : new ServiceError(500, 'internal', String(error))
    return { status, body: { errors: [{ code, message, long_message: message, meta: { param_name: field } }] } }
  }
}

type Handler = (asked: Asked, ...ids: string[]) => unknown

interface Asked extends Question {
  client: Client
}

/** Requests whose response does not contain the client. */
class Bare {
  constructor(readonly value: unknown) {}
}

/** The Frontend API, as far as it is spoken. */
export class Api {
  readonly #routes: [method: string, path: RegExp, handler: Handler][]

  constructor(
    readonly people: People,
    readonly resources: Resources,
    readonly keys: ServiceKeys,
  ) {
    const { resources: shown } = this
    const list = (data: unknown[]) => ({ data, total_count: data.length })
    const organization = (id = ''): Organization => found(people.organizations.get(id), 'organization')
    const me = ({ client }: Asked) => people.person(activeOf(client).person)
    const session = ({ client }: Asked, id = ''): Session =>
      found(
        client.sessions.find((each) => each.id === id && each.active),
        'session',
      )
    this.#routes = [
      ['GET', /^\/environment$/, ({ site }) => new Bare(environment(site))],
      ['PATCH', /^\/environment$/, ({ site }) => new Bare(environment(site))],
      ['GET', /^\/client$/, ({ client, site }) => shown.client(client, site)],
      ['PUT', /^\/client$/, ({ client, site }) => shown.client(client, site)],
      [
        'DELETE',
        /^\/client\/sessions$/,
        ({ client, site }) => {
          for (const each of client.sessions) each.active = false
          return shown.client(client, site)
        },
      ],
      ['POST', /^\/client\/sign_ins$/, (asked) => this.#signIn(asked)],
      ['GET', /^\/client\/sign_ins\/\w+$/, ({ client }) => shown.signIn(client)],
      ['POST', /^\/client\/sign_ins\/\w+\/prepare_first_factor$/, ({ client }) => shown.signIn(client)],
      ['POST', /^\/client\/sign_ins\/\w+\/attempt_first_factor$/, (asked) => this.#attemptSignIn(asked)],
      ['POST', /^\/client\/sign_ups$/, (asked) => this.#signUp(asked)],
      ['PATCH', /^\/client\/sign_ups\/\w+$/, ({ client }) => shown.signUp(found(client.signUp, 'sign-up'))],
      ['GET', /^\/client\/sign_ups\/\w+$/, ({ client }) => shown.signUp(found(client.signUp, 'sign-up'))],
      [
        'POST',
        /^\/client\/sign_ups\/\w+\/prepare_verification$/,
        ({ client }) => shown.signUp(found(client.signUp, 'sign-up')),
      ],
      ['POST', /^\/client\/sign_ups\/\w+\/attempt_verification$/, (asked) => this.#attemptSignUp(asked)],
      [
        'POST',
        /^\/client\/sessions\/(\w+)\/touch$/,
        (asked, id) => {
          const touched = session(asked, id)
          const organization = asked.body.get('active_organization_id')
          if (organization !== null) touched.organization = organization || null
          return shown.session(touched, asked.site)
        },
      ],
      [
        'POST',
        /^\/client\/sessions\/(\w+)\/tokens$/,
        (asked, id) => new Bare(shown.token(session(asked, id), asked.site)),
      ],
      [
        'POST',
        /^\/client\/sessions\/(\w+)\/(?:end|remove)$/,
        (asked, id) => {
          const ended = session(asked, id)
          ended.active = false
          return shown.session(ended, asked.site)
        },
      ],
      ['GET', /^\/me$/, (asked) => shown.user(me(asked))],
      ['GET', /^\/me\/sessions\/active$/, ({ client, site }) => [shown.session(activeOf(client), site)]],
      ['GET', /^\/me\/organization_memberships$/, (asked) => list(shown.memberships(me(asked)))],
      ['GET', /^\/me\/organization_(?:invitations|suggestions)$/, () => list([])],
      ['GET', /^\/organizations\/(\w+)$/, (_, id) => shown.organization(organization(id))],
      ['GET', /^\/organizations\/(\w+)\/memberships$/, (_, id) => list(shown.members(organization(id)))],
      ['GET', /^\/organizations\/(\w+)\/roles$/, () => list(['Admin', 'Member'].map(roleOf))],
      ['GET', /^\/organizations\/\w+\/(?:invitations|membership_requests|domains)$/, () => list([])],
    ]
  }

  /** Handles a request of a browser, which its cookie identifies. Throws {@link ServiceError}. */
  answer(question: Question): Answer {
    const known = this.people.clients.get(/(?:^|; )__client=(\w+)/.exec(question.cookie)?.[1] ?? '')
    if (question.path === '/client/handshake') return this.#handshake(question, known)
    const client = known ?? this.people.newClient()
    for (const [method, path, handler] of this.#routes) {
      const [match, ...ids] = (method === question.method && path.exec(question.path)) || []
      if (match === undefined) continue
      const response = handler({ ...question, client }, ...ids)
      if (response instanceof Bare) return { cookies: [], value: response.value }
      const shownClient = question.method === 'GET' ? null : this.resources.client(client, question.site)
      return { cookies: this.#cookiesOf(client), value: { response, client: shownClient } }
    }
    throw new ServiceError(404, 'resource_not_found', `${question.method} ${question.path} is not spoken here`)
  }

  /** Gives a browser whose token has run out a new one, and sends it back. */
  #handshake({ query }: Question, client: Client | undefined): Answer {
    const back = query.get('redirect_url') ?? ''
    if (!URL.canParse(back) || new URL(back).hostname !== 'localhost') {
      throw new ServiceError(400, 'redirect_url', 'Only sites on this machine are known')
    }
    const session = client?.sessions.findLast(({ active }) => active)
    const jwt = session ? this.resources.jwt(session, new URL(back).origin) : ''
    const both = (name: string, rest: string) => [`${name}=${rest}`, `${name}_${this.keys.suffix}=${rest}`]
    const handshake = [
      ...both('__session', session ? `${jwt}; Path=/; SameSite=Lax` : '; Path=/; Max-Age=0'),
      ...(client ? this.#presence(client) : both('__client_uat', '0; Path=/; SameSite=Lax')),
    ]
    const token = signedToken({ handshake }, this.keys.privateKey)
    return { cookies: [`__clerk_handshake=${token}; Path=/; Max-Age=10; SameSite=Lax`], location: back }
  }

  #cookiesOf(client: Client): string[] {
    return [`__client=${client.id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`, ...this.#presence(client)]
  }

  #presence(client: Client): string[] {
    const since = client.sessions.findLast(({ active }) => active)?.created ?? 0
    const rest = `${Math.floor(since / 1000)}; Path=/; SameSite=Lax; Max-Age=31536000`
    return [`__client_uat=${rest}`, `__client_uat_${this.keys.suffix}=${rest}`]
  }

  #signIn(asked: Asked) {
    const { client, body } = asked
    const person = this.people.byEmail(body.get('identifier') ?? '')
    if (person === undefined) {
      throw new ServiceError(422, 'form_identifier_not_found', 'Couldn’t find your account.', 'identifier')
    }
    this.people.startSignIn(client, person)
    return body.has('password') ? this.#attemptSignIn(asked) : this.resources.signIn(client)
  }

  #attemptSignIn({ client, body }: Asked) {
    const signIn = found(client.signIn, 'sign-in')
    const person = this.people.person(signIn.person)
    if (body.get('password') !== person.password) {
      throw new ServiceError(422, 'form_password_incorrect', 'Password is incorrect. Try again.', 'password')
    }
    signIn.session = this.people.startSession(client, person).id
    return this.resources.signIn(client)
  }

  #signUp({ client, body }: Asked) {
    const email = (body.get('email_address') ?? '').trim().toLowerCase()
    if (this.people.byEmail(email) !== undefined) {
      throw new ServiceError(422, 'form_identifier_exists', 'That email address is taken.', 'email_address')
    }
    const [firstName = '', lastName = '', password = ''] = ['first_name', 'last_name', 'password'].map(
      (name) => body.get(name) ?? '',
    )
    this.people.startSignUp(client, { email, firstName, lastName, password })
    return this.resources.signUp(found(client.signUp, 'sign-up'))
  }

  #attemptSignUp({ client, body }: Asked) {
    const signUp = found(client.signUp, 'sign-up')
    if (body.get('code') !== CODE) {
      throw new ServiceError(422, 'form_code_incorrect', 'Incorrect code', 'code')
    }
    signUp.session = this.people.finishSignUp(client, signUp).id
    return this.resources.signUp(signUp)
  }
}

function activeOf(client: Client): Session {
  const session = client.sessions.findLast(({ active }) => active)
  if (session === undefined) throw new ServiceError(401, 'authentication_invalid', 'Nobody is signed in')
  return session
}

function found<Value>(value: Value | null | undefined, what: string): Value {
  if (value == null) throw new ServiceError(404, 'resource_not_found', `There is no such ${what}`)
  return value
}

const roleOf = (name: string) => ({
  object: 'role',
  id: `role_${name}`,
  key: `org:${name.toLowerCase()}`,
  name,
  description: '',
  permissions: [],
  created_at: 0,
  updated_at: 0,
})
