import { connect } from '@fingerpost/kit/grpc/client'
import { address, buildEnv, internalEnv, readEnv } from '@fingerpost/kit/process/env'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import { RemovalsService as ClickRemovals } from '@fingerpost/protos/analytics/v1/removal'
import { TotalsService } from '@fingerpost/protos/analytics/v1/total'
import { RemovalsService as BioRemovals } from '@fingerpost/protos/bio/v1/removal'
import { ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { RemovalsService as TeamRemovals } from '@fingerpost/protos/catalog/v1/removal'
import { TeamImportsService } from '@fingerpost/protos/catalog/v1/team_import'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { RemovalsService as LinkRemovals } from '@fingerpost/protos/link/v1/removal'
import { MovesService } from '@fingerpost/protos/move/v1/move'

/** Connects a command to every service while it runs. */
export async function withClients<T>(run: (clients: ReturnType<typeof clientsOf>) => Promise<T>) {
  const env = readEnv({
    ...internalEnv,
    ...buildEnv,
    CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
    LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
    BIO_ADDRESS: address({ desc: 'gRPC address of bio, host:port' }),
    ANALYTICS_ADDRESS: address({ desc: 'gRPC address of analytics, host:port' }),
  })
  const lifecycle = new Lifecycle(createLog('admin', 'silent'))
  const open = (at: string) =>
    lifecycle.own(at, connect(at, env.GRPC_SHARED_SECRET), (it) => it.close())
  try {
    const channels = {
      catalog: open(env.CATALOG_ADDRESS),
      link: open(env.LINK_ADDRESS),
      bio: open(env.BIO_ADDRESS),
      analytics: open(env.ANALYTICS_ADDRESS),
    }
    return await run(clientsOf(channels, env.BUILD_VERSION))
  } finally {
    await lifecycle.close()
  }
}

type Channels = Record<'catalog' | 'link' | 'bio' | 'analytics', ReturnType<typeof connect>>

/** The clients of these channels. */
export const clientsOf = ({ catalog, link, bio, analytics }: Channels, version: string) => ({
  productVersion: version,
  movers: {
    catalog: catalog.client(MovesService),
    link: link.client(MovesService),
    bio: bio.client(MovesService),
    analytics: analytics.client(MovesService),
  },
  organizations: catalog.client(OrganizationsService),
  imports: catalog.client(TeamImportsService),
  erasures: catalog.client(ErasuresService),
  erasurePreviews: analytics.client(ErasurePreviewsService),
  totals: analytics.client(TotalsService),
  clickTotals: link.client(ClickTotalsService),
  catalog: catalog.client(TeamRemovals),
  /** The services that store data of teams. */
  owners: [link.client(LinkRemovals), bio.client(BioRemovals), analytics.client(ClickRemovals)],
})
