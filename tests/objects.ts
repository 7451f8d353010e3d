import { objectsOf, SERVICES } from '@fingerpost/protos/objects'
import { expect, vi } from 'vitest'
import type { Operation } from './attacks/document.ts'
import { newMember } from './people.ts'
import { type Customer, unique } from './teams.ts'

/** Ids of the objects of a team, by their names in the register. */
export type Ids = Record<string, string>

const LAST = 9
/** The objects with a path, those that others refer to first. */
export const OBJECTS = SERVICES.flatMap(objectsOf)
  .flatMap(([name, { path, moved }]) => {
    const step = typeof moved === 'string' ? null : moved.step
    return path ? [{ name, path, step: step ?? LAST }] : []
  })
  .sort((a, b) => a.step - b.step)

/** The objects that fields of bodies and parameters of queries refer to. */
export const FIELDS: Record<string, string> = {
  ...Object.fromEntries(
    OBJECTS.flatMap(({ name }) => [`${name}_id`, `${name}_ids`].map((field) => [field, name])),
  ),
  tags: 'tag',
  ids: 'link',
}

/** The example body with all references replaced by the objects of a team. */
export function ownBody({ body }: Operation, ids: Ids): Record<string, unknown> | undefined {
  if (!body) return undefined
  const filled = structuredClone(body.example)
  for (const [field, name] of Object.entries(FIELDS)) {
    if (!(field in filled)) continue
    const id = Number(ids[name])
    filled[field] = Array.isArray(filled[field]) ? [id] : id
  }
  for (const item of filled.items ?? []) delete item.id
  for (const row of filled.csv ?? []) delete row.domain_id
  if ('slug' in filled) filled.slug = unique('iso').toLowerCase()
  if ('name' in filled && filled.name.includes('.')) delete filled.name
  return filled
}

/** Creates each object with a path as the example of the API document does. Returns their ids. */
export async function createObjects(api: Customer, operations: readonly Operation[]): Promise<Ids> {
  const ids: Ids = {}
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await api<{ id: string | number }>('POST', path, body)
    expect([201, 202], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status)
    return String(answer.body.id)
  }
  const special: Record<string, () => Promise<string>> = {
    domain: () => create('/domain', { name: `${unique('iso').toLowerCase()}.example.com` }),
    import: () => runImport(api, Number(ids.domain)),
    member: async () => String((await newMember(api, 'owner')).id),
  }
  for (const { name, path } of OBJECTS) {
    const byExample = () => {
      const operation = operations.find((it) => it.method === 'POST' && it.path === path)
      if (!operation) throw new Error(`${name} is registered with ${path}, which has no POST`)
      return create(path, ownBody(operation, ids) ?? {})
    }
    ids[name] = await (special[name] ?? byExample)()
  }
  return ids
}

/** An import that takes longer than its request. */
async function runImport(api: Customer, domainId: number): Promise<string> {
  const csv = Array.from({ length: 1_001 }, () => ({ url: 'nonsense' }))
  const { body } = await api<{ job_id: string }>('POST', '/link/import', {
    domain_id: domainId,
    csv,
  })
  await vi.waitFor(async () => {
    const job = await api<{ status: string }>('GET', `/link/import/${body.job_id}`)
    expect(job.body.status).toBe('done')
  }, 15_000)
  return body.job_id
}
