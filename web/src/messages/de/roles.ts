import type { text as english } from '../en/roles.ts'

const names = {
  viewer: 'Betrachter',
  editor: 'Bearbeiter',
  admin: 'Admin',
  owner: 'Eigentümer',
}

export const text: typeof english = {
  names,
  inSentence: names,
  allows: {
    viewer: 'Links, Statistik und Mitglieder ansehen.',
    editor:
      'Außerdem Links, Bio-Seite, Ordner, Tags, Domains, gespeicherte Ansichten und Notizen ändern.',
    admin:
      'Außerdem API-Schlüssel, Webhooks, Mitglieder und das Team selbst verwalten, Klicks löschen und das Audit-Log lesen.',
    owner: 'Außerdem Eigentümer ernennen, ändern und entfernen.',
  },
  ownLinksOnly: (role) => `${role}, nur eigene Links`,
}
