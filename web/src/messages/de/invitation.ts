import type { text as english } from '../en/invitation.ts'

export const text: typeof english = {
  title: 'Einladung',
  insecure: 'Um sie anzunehmen, öffnen Sie diese Adresse über HTTPS.',
  goToDashboard: 'Zum Dashboard',
  join: (team) => `${team} beitreten`,
  invitedAs: (team, role) => `Sie sind als ${role} in das Team ${team} eingeladen.`,
  signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
  signedInAsMember: (email) =>
    `Sie sind als ${email} angemeldet und bereits Mitglied dieses Teams.`,
  otherAccount: 'Anderes Konto verwenden',
  onlyForAddress: 'Die Einladung gilt für diese Adresse',
  signInWith: 'Anmelden mit',
  browserAsks: 'Ihr Browser fragt nach Fingerabdruck, Gesicht oder PIN.',
  createAccount: 'Konto erstellen',
  or: 'oder',
  haveAccount: 'Ich habe ein Konto',
}
