import type { text as english } from '../en/sign-in-link.ts'

export const text: typeof english = {
  title: 'Bei Fingerpost anmelden',
  signingIn: 'Anmeldung läuft',
  toTeam: (team) => `Bei ${team} anmelden`,
  toTeamAsked: (team) => `Bei ${team} anmelden?`,
  onlyIfRequested: (team) =>
    `Dieser Link meldet Sie beim Team ${team} an. Fahren Sie nur fort, wenn Sie ihn angefordert haben: Alles, was Sie erstellen, gehört dann diesem Team.`,
  anotherWay: 'Anders anmelden',
  welcome: (team) => `Willkommen bei ${team}`,
  nobodyYet:
    'In diesem Team hat noch niemand ein Konto. Erstellen Sie Ihres als Eigentümer, oder melden Sie sich ohne Konto mit dem API-Schlüssel des Teams an. Fahren Sie nur fort, wenn Sie diesen Link angefordert haben: Alles, was Sie erstellen, gehört dann diesem Team.',
  createAccount: 'Konto erstellen',
  withoutAccount: 'Ohne Konto fortfahren',
}
