import type { Command } from '@fingerpost/kit/process/command-line'
import { ROLES } from '@fingerpost/protos/people'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { memberOperator } from './member-operator.repository.ts'
import { operator } from './operator.repository.ts'
import { domainOperator } from './operator-domain.repository.ts'

const org = { value: 'id', summary: 'Team' } as const
const ofTeam = { ...org, required: true } as const
const role = { value: 'role', required: true, summary: ROLES.join(', ') } as const
const ownLinks = { summary: 'Limit an editor to the links that they created' } as const

/** What the commands of catalog need, opened only by those that use it. */
export interface CommandAccess {
  /** Runs work on the database of catalog. */
  withDatabase<T>(work: (db: Kysely<CatalogSchema>) => Promise<T>): Promise<T>
  /** Asks link whether a domain is in use, which also blocks new links on it for a while. */
  isUsed(domainId: number): Promise<boolean>
}

/** The operator commands for teams, keys, people and domains. */
export function adminCommands({ withDatabase, isUsed }: CommandAccess): Command[] {
  const teams = (verb: (as: ReturnType<typeof operator>) => Promise<unknown>) =>
    withDatabase((db) => verb(operator(db)))
  const people = (verb: (as: ReturnType<typeof memberOperator>) => Promise<unknown>) =>
    withDatabase((db) => verb(memberOperator(db)))
  const domains = (verb: (as: ReturnType<typeof domainOperator>) => Promise<unknown>) =>
    withDatabase((db) => verb(domainOperator(db)))

  return [
    {
      usage: 'org create <name>',
      summary: 'Create a team with a user and an API key with all scopes',
      run: ([name = '']) => teams((as) => as.createTeam(name)),
    },
    { usage: 'org list', summary: 'List all teams', run: () => teams((as) => as.listTeams()) },
    {
      usage: 'org rename <id> <name>',
      summary: 'Rename a team; its slug stays',
      run: ([id = '', name = '']) => teams((as) => as.renameTeam(id, name)),
    },
    {
      usage: 'key create',
      summary: 'Create an API key; its secret is shown only now',
      options: {
        org: ofTeam,
        name: { value: 'name', summary: 'Name; "Made by the operator" if not set' },
        scopes: { value: 'scopes', summary: 'Scopes, comma-separated; all if not set' },
      },
      run: (_, { org = '', name = 'Made by the operator', scopes }) =>
        teams((as) => as.createKey(org, name, scopes?.split(','))),
    },
    {
      usage: 'key list',
      summary: 'List the API keys of a team, without revoked ones',
      options: { org: ofTeam },
      run: (_, { org = '' }) => teams((as) => as.listKeys(org)),
    },
    {
      usage: 'key revoke <id>',
      summary: 'Revoke an API key permanently',
      run: ([id = '']) => teams((as) => as.revokeKey(id)),
    },
    {
      usage: 'user create <email>',
      summary: 'Create an account; prints a token that sets its password once',
      options: { name: { value: 'name', required: true, summary: 'Name of the person' } },
      run: ([email = ''], { name = '' }) => people((as) => as.createUser(email, name)),
    },
    {
      usage: 'user list',
      summary: 'List all accounts with their teams',
      run: () => people((as) => as.listUsers()),
    },
    {
      usage: 'user reset <email>',
      summary: 'Print a token that sets a new password once, which ends all sessions',
      run: ([email = '']) => people((as) => as.resetUser(email)),
    },
    {
      usage: 'user verify <email>',
      summary: 'Mark the address of an account as proved; it keeps what it has, which is printed',
      run: ([email = '']) => people((as) => as.verifyUser(email)),
    },
    {
      usage: 'user disable <email>',
      summary: 'Disable an account with its sessions and API keys, or enable it again',
      options: { undo: { summary: 'Enable it again' } },
      run: ([email = ''], { undo }) => people((as) => as.disableUser(email, undo === undefined)),
    },
    {
      usage: 'user disconnect <email>',
      summary: 'Disconnect an account from single sign-on and end its sessions',
      run: ([email = '']) => people((as) => as.disconnect(email)),
    },
    {
      usage: 'member add <email>',
      summary: 'Make a person a member of a team',
      options: { org: ofTeam, role, 'own-links-only': ownLinks },
      run: ([email = ''], { org = '', role = '', ...limit }) =>
        people((as) => as.add(email, org, role, 'own-links-only' in limit)),
    },
    {
      usage: 'member remove <email>',
      summary: 'Remove a person from a team and revoke the API keys that the person created in it',
      options: { org: ofTeam },
      run: ([email = ''], { org = '' }) => people((as) => as.remove(email, org)),
    },
    {
      usage: 'member role <email>',
      summary: 'Change the role of a member',
      options: { org: ofTeam, role, 'own-links-only': ownLinks },
      run: ([email = ''], { org = '', role = '', ...limit }) =>
        people((as) => as.changeRole(email, org, role, 'own-links-only' in limit)),
    },
    {
      usage: 'domain add <name>',
      summary: 'Add a domain to a team, also one of a single label',
      options: { org: ofTeam, verified: { summary: 'Verified without a DNS record' } },
      run: ([name = ''], { org = '', verified }) =>
        domains((as) => as.add(org, name, verified !== undefined)),
    },
    {
      usage: 'domain list',
      summary: 'List the domains of all teams or of one',
      options: { org },
      run: (_, { org }) => domains((as) => as.list(org)),
    },
    {
      usage: 'domain verify <domain>',
      summary: 'Verify a domain, given by name or id, without a DNS record',
      run: ([domain = '']) => domains((as) => as.verify(domain)),
    },
    {
      usage: 'domain remove <domain>',
      summary: 'Remove a domain, given by name or id, that has no links',
      run: ([domain = '']) => domains((as) => as.remove(domain, isUsed)),
    },
  ]
}
