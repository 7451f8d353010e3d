import { texts } from '../shared/language.rules.ts'

/** Texts about accounts that signing in, invitations and the profile share. */
export const text = texts({
  email: { en: 'Email', de: 'E-Mail', es: 'Correo electrónico', fr: 'E-mail' },
  password: { en: 'Password', de: 'Passwort', es: 'Contraseña', fr: 'Mot de passe' },
  newPassword: {
    en: 'New password',
    de: 'Neues Passwort',
    es: 'Nueva contraseña',
    fr: 'Nouveau mot de passe',
  },
  minimum: {
    en: 'At least 10 characters',
    de: 'Mindestens 10 Zeichen',
    es: 'Al menos 10 caracteres',
    fr: '10 caractères au minimum',
  },
  passkey: { en: 'Passkey', de: 'Passkey', es: 'Llave de acceso', fr: 'Clé d’accès' },
  passkeyExists: {
    en: 'This device has a passkey for your account already.',
    de: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
    es: 'Este dispositivo ya tiene una llave de acceso para su cuenta.',
    fr: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  },
  noPasskey: {
    en: 'No passkey was chosen, or this device has none for this address.',
    de: 'Es wurde kein Passkey ausgewählt, oder dieses Gerät hat keinen für diese Adresse.',
    es: 'No se ha elegido ninguna llave de acceso o este dispositivo no tiene ninguna para esta dirección.',
    fr: 'Aucune clé d’accès n’a été choisie, ou cet appareil n’en a pas pour cette adresse.',
  },
  browserOn: {
    en: '{browser} on {system}',
    de: '{browser} unter {system}',
    es: '{browser} en {system}',
    fr: '{browser} sur {system}',
  },
  otherBrowser: {
    en: 'Another browser',
    de: 'Anderer Browser',
    es: 'Otro navegador',
    fr: 'Autre navigateur',
  },
})
