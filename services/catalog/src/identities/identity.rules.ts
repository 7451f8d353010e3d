import { conflict, Problem } from '@fingerpost/kit/http/problem'
import { canonicalHost } from '@fingerpost/kit/net/host'
import { emailKey } from '@fingerpost/protos/email'
import { checkName, plainName } from '@fingerpost/protos/name'
import { checkEmail } from '../people/person.rules.ts'

const NAME_MAX = 128

/** The settings that decide which people the provider may sign in. */
export interface Admission {
  /** Email domains for which the provider is responsible. */
  domains: readonly string[]
  /** The role of a new person of these domains in the first team. */
  role: string
}

/** What decides whether the first sign-in of an identity is accepted. */
export interface FirstSignIn {
  /** Whether the email address is in a domain of the operator's list. */
  trusted: boolean
  /** The open invitations for the person; `email` is null in one for any address. */
  invitations: readonly { email: string | null }[]
  /** The account with the same email address. */
  account: { connected: boolean; disabled: boolean; teams: number } | undefined
}

/**
 * Throws forbidden or conflict unless the identity may get the account with its email address, or a
 * new one. An invitation comes from one team, so it connects only an account without a team.
 */
export function checkFirstSignIn({ trusted, invitations, account }: FirstSignIn): void {
  if (account?.disabled) throw accountDisabled()
  if (!account) {
    if (trusted || invitations.length > 0) return
    const detail =
      'There is no account for your email address. Ask a member of a team for an invitation to this address.'
    throw new Problem('forbidden', 'not_invited', detail)
  }
  if (account.connected) {
    const detail =
      'The account with your email address is connected to another identity at the provider. Ask the operator of this service to disconnect it.'
    throw new Problem('forbidden', 'other_identity', detail)
  }
  if (trusted) return
  if (account.teams === 0 && invitations.some(({ email }) => email !== null)) return
  const detail =
    'There is an account with your email address, which single sign-on is not allowed to open. Sign in to it in the way you did before.'
  throw conflict('account_exists', detail)
}

/** The email address of an identity. Throws forbidden unless the provider has verified it. */
export function verifiedEmail(given: { email: string; email_verified: boolean }): string {
  const email = given.email.trim()
  if (given.email_verified && !checkEmail(email)) return email
  const detail =
    'The identity provider does not confirm your email address. Confirm it there and sign in again, or ask the operator of this service.'
  throw new Problem('forbidden', 'email_not_verified', detail)
}

/** Whether an email address is in one of these domains; a subdomain is another domain. */
export function isInDomain(email: string, domains: readonly string[]): boolean {
  const [, domain] = emailKey(email).split('@')
  return domains.some((it) => canonicalHost(it) === domain)
}

/** The name of a new account: the one that the provider has, else the start of the address. */
export const personName = (name: string, email: string): string =>
  checkName('name', name, NAME_MAX) ? (email.split('@')[0] ?? '') : plainName(name)

export const accountDisabled = () =>
  new Problem(
    'forbidden',
    'account_disabled',
    'Your account is disabled. Ask the operator of this service.',
  )
