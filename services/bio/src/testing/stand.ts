import { join } from 'node:path'
import { connect } from '@fingerpost/kit/grpc/client'
import { createServer } from '@fingerpost/kit/grpc/server'
import { notFound } from '@fingerpost/kit/http/problem'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { BioPagesService } from '@fingerpost/protos/bio/v1/bio'
import { BioLinksService } from '@fingerpost/protos/bio/v1/bio_link'
import { BioPreviewsService } from '@fingerpost/protos/bio/v1/preview'
import { RemovalsService } from '@fingerpost/protos/bio/v1/removal'
import { type Organization, OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import { startBio } from '../service.ts'

export const log = createLog('bio', 'silent')

/** The callers in tests; the catalog below has their teams. */
export const callers = {
  ours: { orgId: 7, userId: 70, scopes: [] },
  theirs: { orgId: 8, userId: 80, scopes: [] },
}

/** A fake catalog with teams 7 and 8 and those that a test adds. */
export async function startCatalog(lifecycle: Lifecycle, teams: Organization[]) {
  const env = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('catalog', createServer(env, log), (it) => it.close())
  const found = (team: Organization | undefined) => {
    if (!team) throw notFound('There is no such organization.')
    return team
  }
  server.add(OrganizationsService, {
    getOrganization: async (_, { caller }) => found(teams.find(({ id }) => id === caller().orgId)),
    // The domain of a team is its slug below .example.
    findOrganization: async ({ slug, host }) =>
      found(
        teams.find(
          (it) =>
            it.slug.toLowerCase() === slug.toLowerCase() &&
            (host === undefined || host === `${it.slug}.example`),
        ),
      ),
    createOrganization: async () => {
      throw new Error('bio creates no organization')
    },
    updateOrganization: async () => {
      throw new Error('bio changes no organization')
    },
    limitRetention: async () => {
      throw new Error('bio keeps no clicks of links')
    },
    recordExport: async () => {
      throw new Error('bio exports nothing')
    },
  })
  return `127.0.0.1:${await server.listen(0)}`
}

/** The bio service with its own database; `databaseUrl` and `catalog` replace the defaults. */
export async function startStand(
  lifecycle: Lifecycle,
  {
    teams = [],
    databaseUrl,
    catalog,
    instanceHost = '',
  }: {
    teams?: Organization[]
    databaseUrl?: string
    catalog?: string
    instanceHost?: string
  },
) {
  const migrations = join(import.meta.dirname, '../../migrations')
  const url =
    databaseUrl ??
    lifecycle.own('db', await createTestDatabase('bio', migrations), (it) => it.drop()).url
  const config = {
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: 0,
    BUILD_VERSION: '',
    BUILD_ID: '',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    GRPC_SHARED_SECRET: '',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    HTTP_REUSE_PORT: false,
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
    DATABASE_URL: url,
    INSTANCE_HOST: instanceHost,
    INSTANCE_ALIASES: [],
    SHORT_URL_SCHEME: 'https',
    SHORT_URL_PORT: 0,
    AUDIT_DAYS: 400,
    CATALOG_ADDRESS: catalog ?? (await startCatalog(lifecycle, teams)),
  }
  const { port, httpPort } = await startBio(config, lifecycle, log)
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`), (it) => it.close())
  return {
    config,
    httpUrl: `http://127.0.0.1:${httpPort}`,
    pages: channel.client(BioPagesService),
    links: channel.client(BioLinksService),
    previews: channel.client(BioPreviewsService),
    removals: channel.client(RemovalsService),
    moves: channel.client(MovesService),
    audit: channel.client(AuditService),
    look: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${httpPort}${path}`, init),
  }
}

export type Stand = Awaited<ReturnType<typeof startStand>>
