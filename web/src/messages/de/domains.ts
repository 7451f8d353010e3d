import type { text as english } from '../en/domains.ts'

export const text: typeof english = {
  title: 'Domains',
  lead: 'Domains Ihrer Kurzlinks.',
  add: 'Domain hinzufügen',
  none: 'Noch keine Domain',
  whyAdd:
    'Menschen vertrauen einer Domain, die sie kennen. Fügen Sie Ihre eigene hinzu, zum Beispiel go.shop.example.',
  hostName: 'Ihr Hostname, ohne https:// und ohne Pfad',
  verified: 'Verifiziert',
  verify: 'Verifizieren',
  isDefault: 'Standard',
  states: { pending: 'Nicht verifiziert', lapsed: 'Verfallen', failing: 'DNS-Eintrag fehlt' },
  stopsWorking: 'funktioniert {when} nicht mehr',
  lapses: 'verfällt {when}',
  slugLength: (length) => `Slug-Länge ${length}`,
  verifyNamed: (domain) => `${domain} verifizieren`,
  editNamed: (domain) => `${domain} bearbeiten`,
  deleteNamed: (domain) => `${domain} löschen`,
  askDelete: (domain) => `${domain} löschen?`,
  deleteDomain: 'Domain löschen',
  deleted: (domain) => `Domain ${domain} gelöscht`,
  afterDelete: (domain) =>
    `Aufrufe von ${domain} werden nicht mehr beantwortet, und die Einstellungen gehen verloren. Das kann nicht rückgängig gemacht werden.`,
  settings: {
    slug_length: 'Länge erzeugter Slugs',
    forward_query: 'Query-Parameter eines Besuchs',
    root_url: 'Weiterleitung der Startseite',
    not_found_url: '404-Weiterleitung',
    expired_url: 'Weiterleitung abgelaufener Links',
  },
  queries: {
    merge: 'Hinzugefügt; die des Ziels gewinnen',
    override: 'Hinzugefügt; die des Besuchs gewinnen',
    off: 'Nicht weitergegeben',
  },
  defaultPage: 'Standardseite',
  defaultDomain: 'Standarddomain',
  caseSensitive: 'Groß- und Kleinschreibung in Slugs unterscheiden',
  allowPreview: 'Vorschau für Kurz-URLs mit + am Ende anzeigen',
  dns: {
    label: 'DNS',
    step: (nth, title) => `${nth}. ${title}`,
    done: 'Erledigt',
    verifyDomain: 'Domain verifizieren',
    keepRecord: 'Behalten Sie den Eintrag: Er wird täglich geprüft.',
    addTxt: (domain) =>
      `Fügen Sie diesen TXT-Eintrag im DNS von ${domain} hinzu, und behalten Sie ihn. Änderungen werden manchmal erst nach einer Stunde sichtbar.`,
    pointToServer: 'Auf diesen Server zeigen lassen',
    addAddress: (domain) =>
      `Fügen Sie einen A- oder AAAA-Eintrag für ${domain} mit der öffentlichen Adresse dieses Servers hinzu. Der Betreiber kennt sie.`,
    addCname: 'Fügen Sie diesen CNAME-Eintrag hinzu. Er verifiziert auch die Domain.',
    addRecords:
      'Fügen Sie diese Einträge hinzu. Ein CNAME-Eintrag ist für die Hauptdomain nicht möglich.',
    https: (domain) =>
      `HTTPS: Nach beiden Schritten fordert der erste Besuch ein Zertifikat an, wenn der Betreiber TLS aktiviert hat. Mit einem eigenen Proxy fügen Sie ${domain} zu dessen Zertifikaten hinzu.`,
    check: 'DNS prüfen',
    checkAgain: 'Erneut prüfen',
    notYet: 'Die Links funktionieren erst, wenn Schritt 1 erledigt ist.',
    value: 'Wert',
    copyName: 'Namen kopieren',
    copyValue: 'Wert kopieren',
    found: (values) => `Gefunden: ${values.join(', ')}`,
    foundInstead: (values) => `Stattdessen gefunden: ${values.join(', ')}`,
    nothingFound: 'Dort wurde noch nichts gefunden.',
    behindProxy: 'Hinter einem Proxy wie Cloudflare werden stattdessen dessen Adressen gefunden.',
  },
}
