import type { text as english } from '../en/team.ts'

/** Texts for a new team, and for people without one. */
export const text: typeof english = {
  createTeam: 'Créer une équipe',
  becomeOwner: 'Vous en devenez propriétaire et pouvez inviter d’autres personnes',
  notInThisTeam: 'Vous n’êtes pas membre de cette équipe',
  notInAnyTeam: 'Vous n’êtes membre d’aucune équipe',
  signedInAs: (email) =>
    `Vous utilisez le compte ${email}. Un propriétaire ou admin de l’équipe peut vous inviter.`,
}
