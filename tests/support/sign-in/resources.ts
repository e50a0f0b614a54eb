import { createClaims, type ServiceKeys, signToken } from './keys'
import type { Client, Organization, People, Person, Role, Session, SignUp } from './people'

const YEAR_MS = 365 * 86_400_000
const STARTED = Date.UTC(2026, 0, 1)

/** Creates the resources that Clerk's script reads, from the data of the service. */
export class Resources {
  constructor(
    readonly people: People,
    readonly keys: ServiceKeys,
  ) {}

  client(client: Client, site: string) {
    const active = client.sessions.filter((session) => session.active)
    return {
      object: 'client',
      id: client.id,
      sessions: active.map((session) => this.session(session, site)),
      sign_in: client.signIn && client.signIn.session === null ? this.signIn(client) : null,
      sign_up: client.signUp && client.signUp.session === null ? this.signUp(client.signUp) : null,
      last_active_session_id: active.at(-1)?.id ?? null,
      last_authentication_strategy: null,
      cookie_expires_at: null,
      captcha_bypass: true,
      created_at: STARTED,
      updated_at: STARTED,
    }
  }

  session(session: Session, site: string) {
    const person = this.people.person(session.person)
    return {
      object: 'session',
      id: session.id,
      status: session.active ? 'active' : 'ended',
      factor_verification_age: [0, -1],
      expire_at: session.created + YEAR_MS,
      abandon_at: session.created + YEAR_MS,
      last_active_at: Date.now(),
      last_active_token: this.token(session, site),
      last_active_organization_id: session.organization,
      actor: null,
      tasks: null,
      user: this.user(person),
      public_user_data: getPublicData(person),
      created_at: session.created,
      updated_at: session.created,
    }
  }

  token(session: Session, site: string) {
    return { object: 'token', jwt: this.jwt(session, site) }
  }

  jwt(session: Session, site: string): string {
    const { privateKey, issuer } = this.keys
    const person = this.people.person(session.person)
    const organization = this.people.organizations.get(session.organization ?? '')
    const role = organization && person.roles[organization.id]
    const subject = {
      user: person.id,
      session: session.id,
      site,
      organization: organization && role && { id: organization.id, slug: organization.slug, role },
    }
    return signToken(createClaims(subject, issuer), privateKey)
  }

  user(person: Person) {
    const address = {
      object: 'email_address',
      id: `idn_${person.id}`,
      email_address: person.email,
      verification: VERIFIED,
      linked_to: [],
      matches_sso_connection: false,
    }
    return {
      object: 'user',
      id: person.id,
      ...getPublicData(person),
      primary_email_address_id: address.id,
      email_addresses: [address],
      phone_numbers: [],
      web3_wallets: [],
      external_accounts: [],
      enterprise_accounts: [],
      passkeys: [],
      organization_memberships: this.memberships(person),
      password_enabled: true,
      public_metadata: {},
      unsafe_metadata: {},
      create_organization_enabled: false,
      delete_self_enabled: false,
      created_at: STARTED,
      updated_at: STARTED,
    }
  }

  memberships(person: Person) {
    return Object.entries(person.roles).flatMap(([id, role]) => {
      const organization = this.people.organizations.get(id)
      return organization ? [this.membership(person, organization, role)] : []
    })
  }

  membership(person: Person, organization: Organization, role: Role) {
    return {
      object: 'organization_membership',
      id: `orgmem_${organization.id}_${person.id}`,
      organization: this.organization(organization),
      permissions:
        role === 'admin' ? ['org:sys_profile:manage', 'org:sys_memberships:read'] : ['org:sys_memberships:read'],
      public_metadata: {},
      public_user_data: getPublicData(person),
      role: `org:${role}`,
      role_name: role === 'admin' ? 'Admin' : 'Member',
      created_at: STARTED,
      updated_at: STARTED,
    }
  }

  organization({ id, name, slug }: Organization) {
    const members = [...this.people.people.values()].filter(({ roles }) => Object.hasOwn(roles, id))
    return {
      object: 'organization',
      id,
      name,
      slug,
      image_url: '',
      has_image: false,
      public_metadata: {},
      members_count: members.length,
      pending_invitations_count: 0,
      admin_delete_enabled: false,
      max_allowed_memberships: 0,
      created_at: STARTED,
      updated_at: STARTED,
    }
  }

  /** Returns the members of an organization, as the organization's screen lists them. */
  members(organization: Organization) {
    return [...this.people.people.values()].flatMap((person) => {
      const role = person.roles[organization.id]
      return role === undefined ? [] : [this.membership(person, organization, role)]
    })
  }

  signIn({ signIn }: Client) {
    const person = signIn ? this.people.person(signIn.person) : undefined
    const isDone = signIn?.session != null
    return {
      object: 'sign_in',
      id: signIn?.id,
      status: isDone ? 'complete' : 'needs_first_factor',
      supported_identifiers: ['email_address'],
      identifier: person?.email,
      user_data: person && getPublicData(person),
      supported_first_factors: [{ strategy: 'password' }],
      supported_second_factors: [],
      first_factor_verification: isDone ? VERIFIED : null,
      second_factor_verification: null,
      created_session_id: signIn?.session ?? null,
    }
  }

  signUp(signUp: SignUp) {
    const isDone = signUp.session !== null
    return {
      object: 'sign_up',
      id: signUp.id,
      status: isDone ? 'complete' : 'missing_requirements',
      required_fields: ['email_address', 'password'],
      optional_fields: ['first_name', 'last_name'],
      missing_fields: [],
      unverified_fields: isDone ? [] : ['email_address'],
      username: null,
      first_name: signUp.firstName,
      last_name: signUp.lastName,
      email_address: signUp.email,
      phone_number: null,
      web3_wallet: null,
      external_account_strategy: null,
      external_account: null,
      has_password: true,
      unsafe_metadata: {},
      created_session_id: signUp.session,
      created_user_id: null,
      abandon_at: Date.now() + YEAR_MS,
      legal_accepted_at: null,
      verifications: {
        email_address: {
          ...(isDone ? VERIFIED : { ...VERIFIED, status: 'unverified' }),
          next_action: isDone ? '' : 'needs_attempt',
          supported_strategies: ['email_code'],
        },
        phone_number: null,
        web3_wallet: null,
        external_account: null,
      },
    }
  }
}

const VERIFIED = {
  object: 'verification',
  id: 'ver',
  status: 'verified',
  strategy: 'email_code',
  attempts: 1,
  expire_at: STARTED + YEAR_MS * 10,
}

function getPublicData({ id, email, firstName, lastName }: Person) {
  return { first_name: firstName, last_name: lastName, image_url: '', has_image: false, identifier: email, user_id: id }
}
