import { createEnvironment } from './environment'
import { type ServiceKeys, signToken } from './keys'
import { type Client, type Organization, type People, type Session, VERIFICATION_CODE } from './people'
import type { Resources } from './resources'

export interface ApiRequest {
  method: string
  /** Below `/v1`. */
  path: string
  query: URLSearchParams
  body: URLSearchParams
  cookie: string
  /** Origin of the requesting site. */
  site: string
}

export interface ApiResponse {
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

type Handler = (request: ClientRequest, ...ids: string[]) => unknown

interface ClientRequest extends ApiRequest {
  client: Client
}

/** A response that does not contain the client. */
class ResponseWithoutClient {
  constructor(readonly value: unknown) {}
}

/** The implemented part of Clerk's Frontend API. */
export class Api {
  readonly #routes: [method: string, path: RegExp, handler: Handler][]

  constructor(
    readonly people: People,
    readonly resources: Resources,
    readonly keys: ServiceKeys,
  ) {
    const { resources: shown } = this
    const createList = (data: unknown[]) => ({ data, total_count: data.length })
    const getOrganization = (id = ''): Organization => requireFound(people.organizations.get(id), 'organization')
    const getUser = ({ client }: ClientRequest) => people.person(getActiveSession(client).person)
    const getSession = ({ client }: ClientRequest, id = ''): Session =>
      requireFound(
        client.sessions.find((each) => each.id === id && each.active),
        'session',
      )
    this.#routes = [
      ['GET', /^\/environment$/, ({ site }) => new ResponseWithoutClient(createEnvironment(site))],
      ['PATCH', /^\/environment$/, ({ site }) => new ResponseWithoutClient(createEnvironment(site))],
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
      ['POST', /^\/client\/sign_ins$/, (request) => this.#signIn(request)],
      ['GET', /^\/client\/sign_ins\/\w+$/, ({ client }) => shown.signIn(client)],
      ['POST', /^\/client\/sign_ins\/\w+\/prepare_first_factor$/, ({ client }) => shown.signIn(client)],
      ['POST', /^\/client\/sign_ins\/\w+\/attempt_first_factor$/, (request) => this.#attemptSignIn(request)],
      ['POST', /^\/client\/sign_ups$/, (request) => this.#signUp(request)],
      ['PATCH', /^\/client\/sign_ups\/\w+$/, ({ client }) => shown.signUp(requireFound(client.signUp, 'sign-up'))],
      ['GET', /^\/client\/sign_ups\/\w+$/, ({ client }) => shown.signUp(requireFound(client.signUp, 'sign-up'))],
      [
        'POST',
        /^\/client\/sign_ups\/\w+\/prepare_verification$/,
        ({ client }) => shown.signUp(requireFound(client.signUp, 'sign-up')),
      ],
      ['POST', /^\/client\/sign_ups\/\w+\/attempt_verification$/, (request) => this.#attemptSignUp(request)],
      [
        'POST',
        /^\/client\/sessions\/(\w+)\/touch$/,
        (request, id) => {
          const touched = getSession(request, id)
          const organization = request.body.get('active_organization_id')
          if (organization !== null) touched.organization = organization || null
          return shown.session(touched, request.site)
        },
      ],
      [
        'POST',
        /^\/client\/sessions\/(\w+)\/tokens$/,
        (request, id) => new ResponseWithoutClient(shown.token(getSession(request, id), request.site)),
      ],
      [
        'POST',
        /^\/client\/sessions\/(\w+)\/(?:end|remove)$/,
        (request, id) => {
          const ended = getSession(request, id)
          ended.active = false
          return shown.session(ended, request.site)
        },
      ],
      ['GET', /^\/me$/, (request) => shown.user(getUser(request))],
      ['GET', /^\/me\/sessions\/active$/, ({ client, site }) => [shown.session(getActiveSession(client), site)]],
      ['GET', /^\/me\/organization_memberships$/, (request) => createList(shown.memberships(getUser(request)))],
      ['GET', /^\/me\/organization_(?:invitations|suggestions)$/, () => createList([])],
      ['GET', /^\/organizations\/(\w+)$/, (_, id) => shown.organization(getOrganization(id))],
      ['GET', /^\/organizations\/(\w+)\/memberships$/, (_, id) => createList(shown.members(getOrganization(id)))],
      ['GET', /^\/organizations\/(\w+)\/roles$/, () => createList(['Admin', 'Member'].map(createRole))],
      ['GET', /^\/organizations\/\w+\/(?:invitations|membership_requests|domains)$/, () => createList([])],
    ]
  }

  /** Handles a request of a browser, which its cookie identifies. Throws {@link ServiceError}. */
  handle(request: ApiRequest): ApiResponse {
    const known = this.people.clients.get(/(?:^|; )__client=(\w+)/.exec(request.cookie)?.[1] ?? '')
    if (request.path === '/client/handshake') return this.#handshake(request, known)
    const client = known ?? this.people.newClient()
    for (const [method, path, handler] of this.#routes) {
      const [match, ...ids] = (method === request.method && path.exec(request.path)) || []
      if (match === undefined) continue
      const response = handler({ ...request, client }, ...ids)
      if (response instanceof ResponseWithoutClient) return { cookies: [], value: response.value }
      const shownClient = request.method === 'GET' ? null : this.resources.client(client, request.site)
      return { cookies: this.#createCookies(client), value: { response, client: shownClient } }
    }
    throw new ServiceError(404, 'resource_not_found', `${request.method} ${request.path} is not implemented`)
  }

  /** Gives a browser a new token in place of an expired one, and redirects it back. */
  #handshake({ query }: ApiRequest, client: Client | undefined): ApiResponse {
    const back = query.get('redirect_url') ?? ''
    if (!URL.canParse(back) || new URL(back).hostname !== 'localhost') {
      throw new ServiceError(400, 'redirect_url', 'Only sites on this machine are known')
    }
    const session = client?.sessions.findLast(({ active }) => active)
    const jwt = session ? this.resources.jwt(session, new URL(back).origin) : ''
    const both = (name: string, rest: string) => [`${name}=${rest}`, `${name}_${this.keys.suffix}=${rest}`]
    const handshake = [
      ...both('__session', session ? `${jwt}; Path=/; SameSite=Lax` : '; Path=/; Max-Age=0'),
      ...(client ? this.#createPresenceCookies(client) : both('__client_uat', '0; Path=/; SameSite=Lax')),
    ]
    const token = signToken({ handshake }, this.keys.privateKey)
    return { cookies: [`__clerk_handshake=${token}; Path=/; Max-Age=10; SameSite=Lax`], location: back }
  }

  #createCookies(client: Client): string[] {
    return [
      `__client=${client.id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`,
      ...this.#createPresenceCookies(client),
    ]
  }

  #createPresenceCookies(client: Client): string[] {
    const since = client.sessions.findLast(({ active }) => active)?.created ?? 0
    const rest = `${Math.floor(since / 1000)}; Path=/; SameSite=Lax; Max-Age=31536000`
    return [`__client_uat=${rest}`, `__client_uat_${this.keys.suffix}=${rest}`]
  }

  #signIn(request: ClientRequest) {
    const { client, body } = request
    const person = this.people.byEmail(body.get('identifier') ?? '')
    if (person === undefined) {
      throw new ServiceError(422, 'form_identifier_not_found', 'Couldn’t find your account.', 'identifier')
    }
    this.people.startSignIn(client, person)
    return body.has('password') ? this.#attemptSignIn(request) : this.resources.signIn(client)
  }

  #attemptSignIn({ client, body }: ClientRequest) {
    const signIn = requireFound(client.signIn, 'sign-in')
    const person = this.people.person(signIn.person)
    if (body.get('password') !== person.password) {
      throw new ServiceError(422, 'form_password_incorrect', 'Password is incorrect. Try again.', 'password')
    }
    signIn.session = this.people.startSession(client, person).id
    return this.resources.signIn(client)
  }

  #signUp({ client, body }: ClientRequest) {
    const email = (body.get('email_address') ?? '').trim().toLowerCase()
    if (this.people.byEmail(email) !== undefined) {
      throw new ServiceError(422, 'form_identifier_exists', 'That email address is taken.', 'email_address')
    }
    const [firstName = '', lastName = '', password = ''] = ['first_name', 'last_name', 'password'].map(
      (name) => body.get(name) ?? '',
    )
    this.people.startSignUp(client, { email, firstName, lastName, password })
    return this.resources.signUp(requireFound(client.signUp, 'sign-up'))
  }

  #attemptSignUp({ client, body }: ClientRequest) {
    const signUp = requireFound(client.signUp, 'sign-up')
    if (body.get('code') !== VERIFICATION_CODE) {
      throw new ServiceError(422, 'form_code_incorrect', 'Incorrect code', 'code')
    }
    signUp.session = this.people.finishSignUp(client, signUp).id
    return this.resources.signUp(signUp)
  }
}

function getActiveSession(client: Client): Session {
  const session = client.sessions.findLast(({ active }) => active)
  if (session === undefined) throw new ServiceError(401, 'authentication_invalid', 'No user is signed in')
  return session
}

function requireFound<Value>(value: Value | null | undefined, what: string): Value {
  if (value == null) throw new ServiceError(404, 'resource_not_found', `There is no such ${what}`)
  return value
}

const createRole = (name: string) => ({
  object: 'role',
  id: `role_${name}`,
  key: `org:${name.toLowerCase()}`,
  name,
  description: '',
  permissions: [],
  created_at: 0,
  updated_at: 0,
})
