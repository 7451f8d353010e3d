import { readEnv, url } from '@fingerpost/kit/env'
import { createLog } from '@fingerpost/kit/log'
import { openPostgres } from '@fingerpost/kit/postgres'
import { Problem } from '@fingerpost/kit/problem'
import { defineCommand, renderUsage, runCommand } from 'citty'
import type { CatalogSchema } from '../catalog.schema.ts'
import { operator } from './operator.repository.ts'

const ofTeam = { org: { type: 'string', required: true, description: 'Id of the team' } } as const
const byId = { id: { type: 'positional', required: true, description: 'Id' } } as const
const named = { name: { type: 'positional', required: true, description: 'Name' } } as const

/** Opens the database for one verb, and prints what it answers as JSON. */
async function answer(verb: (as: ReturnType<typeof operator>) => Promise<unknown>): Promise<void> {
  const { DATABASE_URL } = readEnv({
    DATABASE_URL: url({ desc: 'Postgres database of the catalog' }),
  })
  const postgres = openPostgres<CatalogSchema>(DATABASE_URL, createLog('admin', 'silent'), 1)
  try {
    const result = await verb(operator(postgres.db))
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await postgres.close()
  }
}

const organization = defineCommand({
  meta: { name: 'org', description: 'Teams' },
  subCommands: {
    create: defineCommand({
      meta: { name: 'create', description: 'A team with a user and a key that may do everything' },
      args: named,
      run: ({ args }) => answer((as) => as.createTeam(args.name)),
    }),
    list: defineCommand({
      meta: { name: 'list', description: 'All teams' },
      run: () => answer((as) => as.listTeams()),
    }),
  },
})

const key = defineCommand({
  meta: { name: 'key', description: 'API keys' },
  subCommands: {
    create: defineCommand({
      meta: { name: 'create', description: 'A key of a team; its secret is shown this once' },
      args: {
        ...ofTeam,
        name: { type: 'string', default: 'Made by the operator', description: 'Name' },
        scopes: { type: 'string', description: 'Scopes between commas; all when absent' },
      },
      run: ({ args }) => answer((as) => as.createKey(args.org, args.name, args.scopes?.split(','))),
    }),
    list: defineCommand({
      meta: { name: 'list', description: 'The keys of a team, without the revoked ones' },
      args: ofTeam,
      run: ({ args }) => answer((as) => as.listKeys(args.org)),
    }),
    revoke: defineCommand({
      meta: { name: 'revoke', description: 'Ends a key for ever' },
      args: byId,
      run: ({ args }) => answer((as) => as.revokeKey(args.id)),
    }),
  },
})

const domain = defineCommand({
  meta: { name: 'domain', description: 'Domains' },
  subCommands: {
    add: defineCommand({
      meta: { name: 'add', description: 'A domain for a team, also of one label' },
      args: {
        ...ofTeam,
        ...named,
        verified: { type: 'boolean', default: false, description: 'Needs no proof' },
      },
      run: ({ args }) => answer((as) => as.addDomain(args.org, args.name, args.verified)),
    }),
    verify: defineCommand({
      meta: { name: 'verify', description: 'Takes a domain for proven' },
      args: byId,
      run: ({ args }) => answer((as) => as.verifyDomain(args.id)),
    }),
  },
})

const admin = defineCommand({
  meta: { name: 'admin', description: 'What only the operator of an instance may do' },
  subCommands: { org: organization, key, domain },
})

const rawArgs = process.argv.slice(2)
const group = { org: organization, key, domain }[rawArgs[0] ?? '']
const usage = () => renderUsage((group ?? admin) as typeof admin)
if (rawArgs.includes('--help') || rawArgs.length === (group ? 1 : 0)) {
  process.stderr.write(`${await usage()}\n`)
} else {
  await runCommand(admin, { rawArgs }).catch(async (error: unknown) => {
    const faults = error instanceof Problem ? error.errors : []
    const lines = faults.map(({ field, detail }) => `${field}: ${detail}`)
    process.stderr.write(`${lines.join('\n') || (error as Error).message}\n`)
    if ((error as { code?: string }).code === 'E_UNKNOWN_COMMAND') {
      process.stderr.write(`\n${await usage()}\n`)
    }
    process.exitCode = 1
  })
}
