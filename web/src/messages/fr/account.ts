import type { text as english } from '../en/account.ts'

/** Texts about accounts that signing in, invitations and the profile have. */
export const text: typeof english = {
  email: 'E-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  minimum: '10 caractères au minimum',
  passkey: 'Clé d’accès',
  passkeyExists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  noPasskey: 'Aucune clé d’accès n’a été choisie, ou cet appareil n’en a pas pour cette adresse.',
  browserOn: (browser, system) => `${browser} sur ${system}`,
  otherBrowser: 'Autre navigateur',
}
