// The operator's `org delete <id> --name <name>`: deletes a team; each service removes the data it owns.

import { connect } from '@fingerpost/kit/grpc/client'
import { type Command, runCommands, UsageError } from '@fingerpost/kit/process/command-line'
import { address, insiderEnv, readEnv } from '@fingerpost/kit/process/env'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { RemovalsService as ClickRemovals } from '@fingerpost/protos/analytics/v1/removal'
import { RemovalsService as BioRemovals } from '@fingerpost/protos/bio/v1/removal'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { RemovalsService as TeamRemovals } from '@fingerpost/protos/catalog/v1/removal'
import { RemovalsService as LinkRemovals } from '@fingerpost/protos/link/v1/removal'
import { deleteTeam } from './delete-team.worker.ts'

const log = createLog('admin', 'silent')

async function run(orgId: number, name: string) {
  const env = readEnv({
    ...insiderEnv,
    CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
    LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
    BIO_ADDRESS: address({ desc: 'gRPC address of bio, host:port' }),
    ANALYTICS_ADDRESS: address({ desc: 'gRPC address of analytics, host:port' }),
  })
  const lifecycle = new Lifecycle(log)
  const open = (at: string) =>
    lifecycle.own(at, connect(at, env.GRPC_SHARED_SECRET), (it) => it.close())
  const catalog = open(env.CATALOG_ADDRESS)
  try {
    return await deleteTeam(
      { orgId, name },
      {
        teams: catalog.client(OrganizationsService),
        catalog: catalog.client(TeamRemovals),
        owners: [
          open(env.LINK_ADDRESS).client(LinkRemovals),
          open(env.BIO_ADDRESS).client(BioRemovals),
          open(env.ANALYTICS_ADDRESS).client(ClickRemovals),
        ],
      },
    )
  } finally {
    await lifecycle.close()
  }
}

const COMMAND: Command = {
  usage: 'org delete <id>',
  summary: 'Delete a team with its links, clicks, domains, bio page, webhooks and API keys',
  options: {
    name: { value: 'name', required: true, summary: 'Name of the team, as confirmation' },
  },
  run: ([id = ''], { name = '' }) => {
    if (!/^[0-9]{1,15}$/.test(id)) throw new UsageError(`${id} is not an id.`)
    return run(Number(id), name)
  },
}

await runCommands([COMMAND], process.argv.slice(2))
