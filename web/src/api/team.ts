const TEAM = /^\/app\/team\/(\d+)(?=\/|$)/

/** The team in the address of the page. A person can have several; each tab shows one. */
export const teamInAddress = (): string | undefined => TEAM.exec(location.pathname)?.[1]

/** The address of a page of a team, or of the team itself. */
export const addressOfTeam = (id: string, path = '/'): string => `/app/team/${id}${path}`

const LAST = 'fingerpost.team'

/** The team that was shown last in this browser. */
export const lastTeam = (): string | null => localStorage.getItem(LAST)

export const storeLastTeam = (id: string): void => localStorage.setItem(LAST, id)
