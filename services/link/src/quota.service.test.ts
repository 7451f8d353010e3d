import type { Client } from '@fingerpost/kit/grpc/client'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from './testing/stack.ts'

let link: TestLink
let imports: Client<ImportsService>
beforeAll(async () => {
  link = await startTestLink({ limits: { QUOTA_LINKS: 5, QUOTA_IMPORTS: 3 } })
  imports = link.client(ImportsService)
})
afterAll(() => link.close())

const target = { domain_id: 1, tags: [] }
const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
const linksOf = async (orgId: number) =>
  (await link.db.selectFrom('links').select('id').where('org_id', '=', orgId).execute()).length

it('a team has no more links than its quota, even if many are created concurrently', async () => {
  const refused = refusals(
    await Promise.allSettled(Array.from({ length: 30 }, () => link.create({ title: 'x' }))),
  )

  expect(await linksOf(caller.orgId)).toBe(5)
  expect(refused).toHaveLength(25)
  expect(refused[0]).toMatchObject({
    kind: 'forbidden',
    code: 'quota_exceeded',
    message: 'A team cannot have more than 5 links.',
  })
})

it('a deleted link is only restored while the team has fewer links than its quota', async () => {
  const [first] = await link.db
    .selectFrom('links')
    .select('id')
    .where('org_id', '=', caller.orgId)
    .execute()
  const ids = [first?.id ?? 0]
  await link.links.deleteLinks({ ids }, { caller })
  const other = await link.create({ title: 'x' })

  const { results } = await link.links.undeleteLinks({ ids }, { caller })
  expect(results[0]?.failure).toMatchObject({ kind: 'forbidden', code: 'quota_exceeded' })

  await link.links.deleteLinks({ ids: [other.id] }, { caller })
  const again = await link.links.undeleteLinks({ ids: [...ids, other.id] }, { caller })
  expect(again.results.map(({ failure }) => failure?.code)).toEqual([undefined, 'quota_exceeded'])
})

it('an import creates as many links as the quota allows, and reports the other rows', async () => {
  const by = { caller: stranger }
  const { id } = await imports.createImport({ target }, by)
  const rows = Array.from({ length: 8 }, (_, i) => ({ url: `https://e.com/${i}` }))
  await imports.addImportRows({ id, first_index: 0, rows }, by)
  await imports.startImport({ id }, by)
  const done = await vi.waitFor(
    async () => {
      const state = await imports.getImport({ id, items_limit: 8 }, by)
      expect(state.status).toBe('done')
      return state
    },
    { timeout: 15_000 },
  )

  expect(done).toMatchObject({ created: 5, failed: 3 })
  expect(done.items.flatMap(({ error }) => error?.code ?? [])).toEqual(
    Array(3).fill('quota_exceeded'),
  )
  expect(await linksOf(stranger.orgId)).toBe(5)
})

it('an imported team has no more links than the quota, without deleted ones', async () => {
  const moves = link.client(MovesService)
  const { text } = await moves.readLines({ kind: 'links' }, { caller: stranger })
  const [line = ''] = Buffer.from(text).toString().split('\n')
  const lines = [0, 1, 2].map((i) => ({
    ...JSON.parse(line),
    ...{ id: i + 1, slug: `moved-${i}`, deleted_at: i === 0 ? '2026-11-01T08:00:00.000Z' : null },
  }))
  const moved = Buffer.from(lines.map((it) => `${JSON.stringify(it)}\n`).join(''))
  const checked = await moves.checkLines({ kind: 'links', text: moved })
  expect(checked).toMatchObject({ errors: [], counted: 2, quota: 5 })
})

it('a team has no more unfinished imports than its quota', async () => {
  const many = Array.from({ length: 12 }, () => imports.createImport({ target }, { caller }))
  const refused = refusals(await Promise.allSettled(many))

  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ code: 'quota_exceeded' })
})
