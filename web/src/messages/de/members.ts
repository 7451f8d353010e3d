import type { text as english } from '../en/members.ts'

export const text: typeof english = {
  title: 'Mitglieder',
  lead: 'Personen mit Zugriff auf dieses Team.',
  none: 'Dieses Team hat noch keine Mitglieder mit einem Konto. Der Zugriff erfolgt per API-Schlüssel.',
  you: 'Sie',
  unverified: 'Nicht bestätigt',
  notProved: 'Hat nicht nachgewiesen, dass diese E-Mail-Adresse ihr oder ihm gehört',
  ownLinksOnly: 'Nur eigene Links',
  ownLinksOnlyFor: (name) => `Nur eigene Links für ${name}`,
  role: 'Rolle',
  roleOf: (name) => `Rolle von ${name}`,
  changed: (name, role) => `${name} ist jetzt ${role}`,
  notChanged: (name) => `Die Rolle von ${name} konnte nicht geändert werden`,
  become: (role) => `${role} werden?`,
  changeMyRole: 'Meine Rolle ändern',
  youAreNow: (role) => `Sie sind jetzt ${role}`,
  mayBeFinal: 'Möglicherweise können Sie das nicht selbst rückgängig machen.',
  remove: {
    action: (name) => `${name} entfernen`,
    title: (name) => `${name} entfernen?`,
    done: (name) => `${name} entfernt`,
    losesAccess: (name) =>
      `${name} verliert sofort den Zugriff. Links dieser Person bleiben erhalten.`,
    keysRevoked: 'API-Schlüssel dieser Person werden widerrufen.',
    keys: 'API-Schlüssel dieser Person',
    revoke: 'Widerrufen',
    appsStop: 'Apps, die sie verwenden, verlieren den Zugriff.',
    handOver: 'Auf mich übertragen',
    keep: {
      webhooks: {
        label: (count) => `Webhooks dieser Person behalten (${count})`,
        otherwise: 'Sonst werden sie deaktiviert.',
      },
      imports: {
        label: (count) => `Importe dieser Person fortsetzen (${count})`,
        otherwise: 'Sonst werden sie gestoppt.',
      },
    },
    newSecrets:
      'Jeder bekommt ein neues Geheimnis, das gleich angezeigt wird: tragen Sie es in der App ein, die den Schlüssel verwendet.',
    newSecret: (key) => `Neues Geheimnis des Schlüssels „${key}“`,
  },
  leave: {
    team: 'Team verlassen',
    title: 'Team verlassen?',
    action: 'Verlassen',
    done: 'Sie haben das Team verlassen',
    means:
      'Ihre Links bleiben erhalten. Ihre API-Schlüssel werden widerrufen. Eine Rückkehr ist nur mit einer neuen Einladung möglich.',
  },
  invite: {
    action: 'Einladen',
    title: 'Person einladen',
    create: 'Einladung erstellen',
    limits: 'Nur selbst erstellte Links und deren Klicks',
    forAnyone: 'Wenn leer, kann jede Person mit dem Link die Einladung annehmen',
  },
  invitations: {
    title: 'Offene Einladungen',
    anyone: 'Jede Person mit dem Link',
    times: '{role} · erstellt {created} · läuft {expires} ab',
    revoke: 'Widerrufen',
    revokeOf: (name) => `Einladung von ${name} widerrufen`,
    revokeAsked: 'Diese Einladung widerrufen?',
    revokeThis: 'Einladung widerrufen',
    revoked: 'Einladung widerrufen',
    linkOfStops: (email) => `Der Link von ${email} funktioniert nicht mehr.`,
    linkStops: 'Der Link der Einladung funktioniert nicht mehr.',
    link: 'Einladungslink',
    mailed: (email) => `Eine E-Mail mit diesem Link wurde an ${email} gesendet.`,
    sendIt: 'Senden Sie diesen Link an die Person.',
    notMailed: (email) =>
      `Die E-Mail an ${email} konnte nicht gesendet werden. Senden Sie der Person diesen Link selbst.`,
    worksOnce: 'Er funktioniert einmal und sieben Tage lang.',
  },
}
