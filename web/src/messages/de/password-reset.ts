import { plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/password-reset.ts'

export const text: typeof english = {
  title: 'Neues Passwort festlegen',
  setPassword: 'Passwort festlegen',
  endsSessions: 'Beendet alle Ihre Sitzungen.',
  changed: 'Passwort geändert',
  sessionsEnded: 'Alle Ihre Sitzungen wurden beendet.',
  verified:
    'Ihre E-Mail-Adresse ist jetzt bestätigt. Weil jeder dieses Konto mit ihr hätte anlegen können, wurden seine bisherigen Passkeys und API-Schlüssel entfernt.',
  left: (teams) =>
    `Es hat diese Teams verlassen: ${teams.join(', ')}. Bitten Sie bei Bedarf um eine neue Einladung.`,
  others: 'Was sich sonst bei diesem Konto anmeldet',
  nothing: 'Nichts anderes meldet sich bei diesem Konto an.',
  passkey: (name) => `Passkey ${name}`,
  added: 'hinzugefügt {added}',
  sso: (provider) => `Single Sign-on mit ${provider}`,
  keys: (count) =>
    plural(
      count,
      'Ein API-Schlüssel von Ihnen funktioniert weiterhin.',
      `${formatCount(count)} API-Schlüssel von Ihnen funktionieren weiterhin.`,
    ),
  unknown: 'Wenn Sie etwas nicht kennen, melden Sie sich an und entfernen Sie es.',
  signIn: 'Anmelden',
}
