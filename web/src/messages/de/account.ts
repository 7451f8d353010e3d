import type { text as english } from '../en/account.ts'

export const text: typeof english = {
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  minimum: 'Mindestens 10 Zeichen',
  passkey: 'Passkey',
  passkeyExists: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  noPasskey: 'Es wurde kein Passkey ausgewählt, oder dieses Gerät hat keinen für diese Adresse.',
  browserOn: (browser, system) => `${browser} unter ${system}`,
  otherBrowser: 'Anderer Browser',
}
