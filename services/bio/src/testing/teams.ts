import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { log, startStand } from './stand.ts'

/** The bio service with teams 7 and 8, and 15 more teams without any data. */
export async function startTeams() {
  const lifecycle = new Lifecycle(log)
  const teams = [
    { id: 7, name: 'Ours', slug: 'ours', logo: 'https://e.com/logo.png' },
    { id: 8, name: 'Theirs', slug: 'theirs' },
    ...Array.from({ length: 15 }, (_, i) => ({
      id: 100 + i,
      name: `Team ${i}`,
      slug: `team-${i}`,
    })),
  ]
  let nextTeam = 100
  return {
    lifecycle,
    teams,
    stand: await startStand(lifecycle, { teams }),
    newTeam: () => ({ orgId: nextTeam++, userId: 1, scopes: [] }),
  }
}
export type Caller = ReturnType<Awaited<ReturnType<typeof startTeams>>['newTeam']>
