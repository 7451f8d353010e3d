import { connect } from '@fingerpost/kit/grpc/client'
import { runCommands } from '@fingerpost/kit/process/command-line'
import { address, internalEnv, readEnv, url } from '@fingerpost/kit/process/env'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { adminCommands } from './commands.ts'

/** No client waits for a command, so it waits longer for a connection than a request does. */
const CONNECT_MS = 10_000

/** Opens the database for one command. */
async function withDatabase<T>(work: (db: Kysely<CatalogSchema>) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = readEnv({
    DATABASE_URL: url({ desc: 'Postgres database of catalog' }),
  })
  const log = createLog('admin', 'silent')
  const postgres = openPostgres<CatalogSchema>(DATABASE_URL, log, 1, CONNECT_MS)
  try {
    return await work(postgres.db)
  } finally {
    await postgres.close()
  }
}

async function isUsed(domainId: number): Promise<boolean> {
  const env = readEnv({
    ...internalEnv,
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

await runCommands(adminCommands({ withDatabase, isUsed }), process.argv.slice(2))
