import type { text as english } from '../en/sign-in.ts'

export const text: typeof english = {
  title: 'Bei Fingerpost anmelden',
  signIn: 'Anmelden',
  toJoin: (team) => `Anmelden, um ${team} beizutreten`,
  keyIsKept:
    'Geben Sie einen API-Schlüssel Ihres Teams ein. Er bleibt in diesem Tab, bis Sie ihn schließen.',
  insecure: 'Um sich mit Ihrem Konto anzumelden, öffnen Sie das Dashboard über HTTPS.',
  apiKey: 'API-Schlüssel',
  useKey: 'API-Schlüssel verwenden',
  useAccount: 'Konto verwenden',
  or: 'oder',
  withPasskey: 'Mit Passkey anmelden',
  withSso: (provider) => `Mit ${provider} anmelden`,
  forgotYours: 'Passwort vergessen?',
  forgotten: 'Passwort vergessen',
  sendLink: 'Link senden',
  linkSent:
    'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er funktioniert einmal und eine Stunde lang.',
  back: 'Zurück zur Anmeldung',
}
