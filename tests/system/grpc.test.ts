import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Client,
  credentials,
  loadPackageDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localStack } from '../stack.ts'

const local = localStack()
const protos = join(import.meta.dirname, '../../protos')

const HEALTH = `syntax = "proto3";
package grpc.health.v1;
message HealthCheckRequest { string service = 1; }
message HealthCheckResponse { string status = 1; }
service Health { rpc Check(HealthCheckRequest) returns (HealthCheckResponse); }`

interface Stub {
  close(): void
  [method: string]: (request?: object, done?: Done) => void
}
type Done = (error: ServiceError | null, answer: Record<string, unknown>) => void

/** Calls a service like an unauthorized client that has only the .proto file. */
function call(address: string, file: string, service: string, method: string, request: object) {
  const definition = loadSync(file, { includeDirs: [protos], keepCase: true })
  const found = service
    .split('.')
    .reduce<unknown>(
      (at, part) => (at as Record<string, unknown>)[part],
      loadPackageDefinition(definition),
    ) as typeof Client
  const client = new found(address, credentials.createInsecure()) as unknown as Stub
  return new Promise<{ answer?: Record<string, unknown>; error?: ServiceError }>((resolve) => {
    client[method]?.(request, (error, answer) => {
      client.close()
      resolve(error ? { error } : { answer })
    })
  })
}

describe.runIf(local)('an unauthorized client with the protos', () => {
  const services = Object.entries(local?.grpc ?? {})

  it('finds four services', () => {
    expect(services.map(([name]) => name).sort()).toEqual(['analytics', 'bio', 'catalog', 'link'])
  })

  it.each([
    ['link', 'link/v1/link.proto', 'link.v1.Links', 'GetLinks', { ids: [1] }],
    ['link', 'link/v1/slug.proto', 'link.v1.Slugs', 'TakeClick', { link_id: 1 }],
    [
      'catalog',
      'catalog/v1/domain.proto',
      'catalog.v1.Domains',
      'GetDomainRecord',
      { name: 'localhost' },
    ],
    ['bio', 'bio/v1/bio.proto', 'bio.v1.BioPages', 'GetBioPage', {}],
    ['analytics', 'analytics/v1/geo.proto', 'analytics.v1.Geo', 'LocateAddress', { ip: '8.8.8.8' }],
  ])(
    'is rejected by %s without the shared secret',
    async (name, file, service, method, request) => {
      const address = local?.grpc[name] ?? ''
      const { error } = await call(address, join(protos, file), service, method, request)

      expect(error?.code).toBe(status.UNAVAILABLE)
      expect(error?.details).toContain('shared secret')
    },
  )

  it.each(services)('gets the health status of %s', async (_, address) => {
    const folder = mkdtempSync(join(tmpdir(), 'health-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'health.proto')
    writeFileSync(file, HEALTH.replace('string status', 'int32 status'))
    const { answer } = await call(address, file, 'grpc.health.v1.Health', 'Check', { service: '' })

    expect(answer?.status).toBe(1) // SERVING
  })
})
