import type { text as english } from '../en/team.ts'

export const text: typeof english = {
  createTeam: 'Team erstellen',
  becomeOwner: 'Sie werden Eigentümer und können andere einladen',
  notInThisTeam: 'Sie sind kein Mitglied dieses Teams',
  notInAnyTeam: 'Sie sind in keinem Team Mitglied',
  signedInAs: (email) =>
    `Sie sind als ${email} angemeldet. Ein Eigentümer oder Admin des Teams kann Sie einladen.`,
}
