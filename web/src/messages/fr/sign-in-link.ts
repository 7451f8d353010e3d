import type { text as english } from '../en/sign-in-link.ts'

/** Texts of the page that a one-time link opens. */
export const text: typeof english = {
  title: 'Se connecter à Fingerpost',
  signingIn: 'Connexion en cours',
  toTeam: (team) => `Se connecter à ${team}`,
  toTeamAsked: (team) => `Se connecter à ${team} ?`,
  onlyIfRequested: (team) =>
    `Ce lien vous connecte à l’équipe ${team}. Continuez seulement si vous l’avez demandé : tout ce que vous créez appartiendra à cette équipe.`,
  anotherWay: 'Se connecter autrement',
  welcome: (team) => `Bienvenue dans ${team}`,
  nobodyYet:
    'Personne n’a encore de compte dans cette équipe. Créez le vôtre comme propriétaire, ou connectez-vous sans compte, avec la clé API de l’équipe. Continuez seulement si vous avez demandé ce lien : tout ce que vous créez appartiendra à cette équipe.',
  createAccount: 'Créer votre compte',
  withoutAccount: 'Continuer sans compte',
}
