import { texts } from '../shared/language.rules.ts'

/** Texts for a new team, and for people without one. */
export const text = texts({
  createTeam: {
    en: 'Create team',
    de: 'Team erstellen',
    es: 'Crear equipo',
    fr: 'Créer une équipe',
  },
  becomeOwner: {
    en: 'You become its owner and can invite others',
    de: 'Sie werden Eigentümer und können andere einladen',
    es: 'Será su propietario y podrá invitar a otras personas',
    fr: 'Vous en devenez propriétaire et pouvez inviter d’autres personnes',
  },
  notInThisTeam: {
    en: 'You are not a member of this team',
    de: 'Sie sind kein Mitglied dieses Teams',
    es: 'No es miembro de este equipo',
    fr: 'Vous n’êtes pas membre de cette équipe',
  },
  notInAnyTeam: {
    en: 'You are not a member of a team',
    de: 'Sie sind in keinem Team Mitglied',
    es: 'No es miembro de ningún equipo',
    fr: 'Vous n’êtes membre d’aucune équipe',
  },
  signedInAs: {
    en: 'You are signed in as {email}. An owner or admin of the team can invite you.',
    de: 'Sie sind als {email} angemeldet. Ein Eigentümer oder Admin des Teams kann Sie einladen.',
    es: 'Ha iniciado sesión como {email}. Un propietario o administrador del equipo puede invitarle.',
    fr: 'Vous utilisez le compte {email}. Un propriétaire ou admin de l’équipe peut vous inviter.',
  },
})
