import { connect } from '@fingerpost/kit/grpc/client'
import { type Command, runCommands } from '@fingerpost/kit/process/command-line'
import { address, insiderEnv, readEnv, url } from '@fingerpost/kit/process/env'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { operator } from './operator.repository.ts'
import { domainOperator } from './operator-domain.repository.ts'

/** Opens the database for one command. */
async function withDatabase<T>(work: (db: Kysely<CatalogSchema>) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = readEnv({
    DATABASE_URL: url({ desc: 'Postgres database of catalog' }),
  })
  const postgres = openPostgres<CatalogSchema>(DATABASE_URL, createLog('admin', 'silent'), 1)
  try {
    return await work(postgres.db)
  } finally {
    await postgres.close()
  }
}

const teams = (verb: (as: ReturnType<typeof operator>) => Promise<unknown>) =>
  withDatabase((db) => verb(operator(db)))
const domains = (verb: (as: ReturnType<typeof domainOperator>) => Promise<unknown>) =>
  withDatabase((db) => verb(domainOperator(db)))

/** Asks link whether a domain is in use, which also blocks new links on it for a while. */
async function isUsed(domainId: number): Promise<boolean> {
  const env = readEnv({
    ...insiderEnv,
    LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
  })
  const link = connect(env.LINK_ADDRESS, env.GRPC_SHARED_SECRET)
  try {
    return (
      await link.client(DomainUseService).checkDomainUse({ domain_id: domainId, closing: true })
    ).used
  } finally {
    link.close()
  }
}

const org = { value: 'id', summary: 'Team' } as const
const ofTeam = { ...org, required: true } as const

const COMMANDS: Command[] = [
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

await runCommands(COMMANDS, process.argv.slice(2))
