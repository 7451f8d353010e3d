import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { log, startStand } from './stand.ts'

export const lifecycle = new Lifecycle(log)
export const teams = [
  { id: 7, name: 'Ours', slug: 'ours', logo: 'https://e.com/logo.png' },
  { id: 8, name: 'Theirs', slug: 'theirs' },
  ...Array.from({ length: 10 }, (_, i) => ({ id: 100 + i, name: `Team ${i}`, slug: `team-${i}` })),
]
export const stand = await startStand(lifecycle, { teams })

let nextTeam = 100
/** A new team without any data. */
export const newTeam = () => ({ orgId: nextTeam++, userId: 1, scopes: [] })
export type Caller = ReturnType<typeof newTeam>
