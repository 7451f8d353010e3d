import { createToken } from '@fingerpost/kit/secrets/token'
import { afterAll, expect, it } from 'vitest'
import { openTestApp } from '../testing/app.ts'

const scopes = ['analytics:read']
const teams = [7, 8].map((org_id) => ({ org_id, scopes }))
const { app } = await openTestApp({
  sessions: { verifySession: async () => ({ id: 5, user_id: 70, teams: [...teams] }) },
  analytics: {
    async scanClicks() {
      teams.splice(0, teams.length - 1) // the person is removed from the team of the open stream
      return { items: [], ended: true }
    },
  },
})
afterAll(() => app.close())

it('a live stream ends when its person leaves the team, whatever other teams they are in', async () => {
  const headers = { host: 'links.example', cookie: `__Host-fingerpost=${createToken('fps')}` }
  const answer = await app.inject({ url: '/api/analytics/live', headers })

  expect(answer.statusCode).toBe(200)
  expect(teams).toMatchObject([{ org_id: 8 }])
}, 20_000)
