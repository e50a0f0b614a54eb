/** A user of the service. All changes are lost when the service stops. */
export interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
  password: string
  /** Role by organization id. */
  roles: Record<string, Role>
}

export type Role = 'admin' | 'member'

export interface Organization {
  id: string
  name: string
  slug: string
}

export interface Session {
  id: string
  person: string
  /** The active organization. */
  organization: string | null
  active: boolean
  created: number
}

/** A browser, which its cookie identifies. */
export interface Client {
  id: string
  sessions: Session[]
  signIn: { id: string; person: string; session: string | null } | null
  signUp: SignUp | null
}

export interface SignUp {
  id: string
  email: string
  firstName: string
  lastName: string
  password: string
  session: string | null
}

/** The code that verifies every new e-mail address. */
export const VERIFICATION_CODE = '424242'

const ORGANIZATIONS: Organization[] = [
  { id: 'org_editors', name: 'Editors', slug: 'editors' },
  { id: 'org_board', name: 'Board', slug: 'board' },
  { id: 'org_choir', name: 'Choir', slug: 'choir' },
]

/** Ada edits, Ben is on the board and in the choir, Kim is a basic member of the editors, Mia is in nothing. */
const PEOPLE: Omit<Person, 'id'>[] = [
  person('Ada', 'Lindt', { org_editors: 'admin', org_board: 'member' }),
  person('Ben', 'Ortiz', { org_board: 'member', org_choir: 'member' }),
  person('Kim', 'Novak', { org_editors: 'member' }),
  person('Mia', 'Sato', {}),
]

function person(firstName: string, lastName: string, roles: Person['roles']): Omit<Person, 'id'> {
  const name = firstName.toLowerCase()
  return { firstName, lastName, email: `${name}@example.com`, password: `colophon-${name}`, roles }
}

let createdCount = 0
const createId = (kind: string) => `${kind}_${(++createdCount).toString(36).padStart(8, '0')}`

/** The users, organizations and browsers of the service. */
export class People {
  readonly organizations = new Map(ORGANIZATIONS.map((organization) => [organization.id, { ...organization }]))
  readonly people = new Map<string, Person>()
  readonly clients = new Map<string, Client>()

  constructor() {
    for (const each of PEOPLE) this.#add({ ...each, roles: { ...each.roles } })
  }

  byEmail(email: string): Person | undefined {
    return [...this.people.values()].find((each) => each.email === email.trim().toLowerCase())
  }

  person(id: string): Person {
    const found = this.people.get(id)
    if (found === undefined) throw new Error(`There is no person ${id}`)
    return found
  }

  newClient(): Client {
    const client: Client = { id: createId('client'), sessions: [], signIn: null, signUp: null }
    this.clients.set(client.id, client)
    return client
  }

  startSignIn(client: Client, person: Person): void {
    client.signIn = { id: createId('sia'), person: person.id, session: null }
  }

  startSignUp(client: Client, details: Omit<SignUp, 'id' | 'session'>): void {
    client.signUp = { ...details, id: createId('sua'), session: null }
  }

  /** Creates a user who signed up, with a session. */
  finishSignUp(client: Client, { email, firstName, lastName, password }: SignUp): Session {
    return this.startSession(client, this.#add({ email, firstName, lastName, password, roles: {} }))
  }

  /** Starts a session in the person's first organization. */
  startSession(client: Client, person: Person): Session {
    const [organization = null] = Object.keys(person.roles)
    const session = { id: createId('sess'), person: person.id, organization, active: true, created: Date.now() }
    client.sessions = [...client.sessions.filter(({ active }) => active), session]
    return session
  }

  #add(person: Omit<Person, 'id'>): Person {
    const added = { ...person, id: createId('user') }
    this.people.set(added.id, added)
    return added
  }
}
