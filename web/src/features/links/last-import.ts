import { teamInAddress } from '../../api/team.ts'

/** The last import of this tab. */
export interface LastImport {
  job: string
  /** The name of its file. */
  name: string
  /** When it was started, in ms since 1970. */
  at: number
}

const PREFIX = 'fingerpost.import.'
/** How long it is offered. */
const RECENT_MS = 86_400_000

const nameHere = () => `${PREFIX}${teamInAddress() ?? ''}`

/** The last import of this tab into this team, also after a reload; undefined after a day. */
export function lastImport(): LastImport | undefined {
  const last = JSON.parse(sessionStorage.getItem(nameHere()) ?? 'null') as LastImport | null
  return last && Date.now() - last.at < RECENT_MS ? last : undefined
}

export const storeLastImport = (last: LastImport): void =>
  sessionStorage.setItem(nameHere(), JSON.stringify(last))

export const dropLastImport = (): void => sessionStorage.removeItem(nameHere())
