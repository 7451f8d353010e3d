import { expect, it } from 'vitest'
import { call, createLink, type Link } from './requests.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { until } from './until.ts'
import { visit } from './visitor.ts'

const ROUNDS = 20

/** Deletes and restores a link until a request fails. */
async function change(testStack: TestStack, { id }: Link): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await call(testStack, 'DELETE', `/link/${id}`)
    await call(testStack, 'POST', `/link/${id}/restore`, {})
  }
}

/** What the API says of a link, and what its visitors get. */
async function stateOf(testStack: TestStack, { id, slug }: Link): Promise<string> {
  const { status } = await call(testStack, 'GET', `/link/${id}`)
  const { body } = await call<{ items: Link[] }>(testStack, 'GET', '/link/trash?limit=100')
  const isDeleted = body.items.some((it) => it.id === id)
  const visited = (await visit(testStack, slug)).status
  return `${status} ${isDeleted ? 'in the trash' : 'not in the trash'} ${visited}`
}

const STATES = ['200 not in the trash 302', '404 in the trash 410']

it('a link or redirect that is killed while links are deleted and restored leaves each in one state', async () => {
  const testStack = await startTestStack()
  try {
    const links = await Promise.all(Array.from({ length: 8 }, () => createLink(testStack)))
    for (const name of ['link', 'redirect', 'link']) {
      const changes = Promise.allSettled(links.map((link) => change(testStack, link)))
      await call(testStack, 'GET', '/link')
      await testStack.kill(name)
      await changes
      await testStack.untilReady()
      for (const link of links) {
        const agrees = async () => STATES.includes(await stateOf(testStack, link).catch(() => ''))
        await until(agrees, `one state of link ${link.id} after ${name} was killed`)
      }
      const ids = links.map(({ id }) => id)
      const restored = await call(testStack, 'POST', '/link/restore', { ids })
      expect(restored.body).toEqual({ restored: ids.length, missing: [], failed: [] })
      for (const { slug } of links) {
        await until(async () => (await visit(testStack, slug)).status === 302, `${slug} restored`)
      }
    }
  } finally {
    await testStack.close()
  }
})
