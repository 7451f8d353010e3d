import { plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/password-reset.ts'

export const text: typeof english = {
  title: 'Choisir un nouveau mot de passe',
  setPassword: 'Enregistrer',
  endsSessions: 'Met fin à toutes vos sessions.',
  changed: 'Mot de passe modifié',
  sessionsEnded: 'Toutes vos sessions sont terminées.',
  verified:
    'Votre adresse e-mail est maintenant vérifiée. Comme n’importe qui aurait pu créer ce compte avec elle, les clés d’accès et les clés API qu’il avait ont été supprimées.',
  left: (teams) =>
    `Il a quitté ces équipes : ${teams.join(', ')}. Demandez une nouvelle invitation si nécessaire.`,
  others: 'Ce qui donne aussi accès à ce compte',
  nothing: 'Rien d’autre ne donne accès à ce compte.',
  passkey: (name) => `Clé d’accès ${name}`,
  added: 'ajoutée {added}',
  sso: (provider) => `Authentification unique avec ${provider}`,
  keys: (count) =>
    plural(
      count,
      'Une de vos clés API reste valide.',
      `${formatCount(count)} de vos clés API restent valides.`,
    ),
  unknown: 'Si vous ne reconnaissez pas un élément, connectez-vous et supprimez-le.',
  signIn: 'Se connecter',
}
