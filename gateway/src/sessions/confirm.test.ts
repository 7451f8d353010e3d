import { createToken } from '@fingerpost/kit/secrets/token'
import { expect, it } from 'vitest'
import { openTestApp } from '../testing/app.ts'

const team = (org_id: number) => ({ org_id, scopes: ['analytics:read'], own_links_only: false })
const limited = (org_id: number) => ({ ...team(org_id), own_links_only: true })

it.each([
  ['leaves the team, whatever other teams they are in', [team(7), team(8)], [team(8)]],
  ['is limited to their own links', [team(7)], [limited(7)]],
])('a live stream ends when its person %s', async (_, before, after) => {
  let teams: typeof after = before
  const { app } = await openTestApp({
    sessions: { verifySession: async () => ({ id: 5, user_id: 70, teams }) },
    analytics: {
      async scanClicks() {
        teams = after
        return { items: [], ended: true }
      },
    },
  })
  const headers = { host: 'links.example', cookie: `__Host-fingerpost=${createToken('fps')}` }
  const answer = await app.inject({ url: '/api/analytics/live', headers })

  expect(answer.statusCode).toBe(200)
  expect(teams).toBe(after)
  await app.close()
})
