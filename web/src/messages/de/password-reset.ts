import type { text as english } from '../en/password-reset.ts'

export const text: typeof english = {
  title: 'Neues Passwort festlegen',
  setPassword: 'Passwort festlegen',
  endsSessions: 'Beendet alle Ihre Sitzungen.',
  changed: 'Passwort geändert',
  sessionsEnded: 'Alle Ihre Sitzungen wurden beendet.',
  signIn: 'Anmelden',
}
