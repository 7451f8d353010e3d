import type { text as english } from '../en/password-reset.ts'

export const text: typeof english = {
  title: 'Choisir un nouveau mot de passe',
  setPassword: 'Enregistrer',
  endsSessions: 'Met fin à toutes vos sessions.',
  changed: 'Mot de passe modifié',
  sessionsEnded: 'Toutes vos sessions sont terminées.',
  signIn: 'Se connecter',
}
