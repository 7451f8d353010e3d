import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/erasures.ts'

export const text: typeof english = {
  title: 'Klicks löschen',
  means:
    'Löscht Klicks nach Link, Domain, Zeitraum oder IP-Adresse. Die Gesamtzahlen der Links zählen sie weiter mit.',
  open: 'Klicks auswählen',
  which: 'Gelöscht werden nur Klicks, auf die alle Angaben zutreffen.',
  links: 'Links',
  anyLink: 'Alle Links',
  noLink: 'Keine passenden Links',
  anyDomain: 'Alle Domains',
  from: 'Ab',
  to: 'Vor',
  inZone: (zone) => `In ${zone}. Leer: unbegrenzt`,
  address: 'IP-Adresse oder Netz',
  anyAddress: 'Alle Adressen',
  addressMeans: {
    full: 'Zum Beispiel 192.0.2.7 oder 2001:db8::/32',
    truncated:
      'Diese Instanz speichert nur Netze: 192.0.2.0/24 oder größer, 2001:db8::/48 oder größer',
  },
  preview: 'Zahl der Klicks anzeigen',
  nothing: 'Wählen Sie Links, eine Domain, einen Zeitraum oder eine Adresse aus.',
  none: 'Keine passenden Klicks',
  ask: (clicks, complete) =>
    complete
      ? `${counted(clicks, 'Klick', 'Klicks')} löschen?`
      : `Mindestens ${counted(clicks, 'Klick', 'Klicks')} löschen?`,
  after: (links) =>
    `Klicks von ${counted(links, 'Link', 'Links')}, auch die von Bots, verschwinden aus der Statistik und werden binnen Minuten gelöscht. Die Gesamtzahlen der Links zählen sie weiter mit. Das lässt sich nicht rückgängig machen.`,
  uncounted: 'Es sind zu viele Klicks, um jetzt alle zu zählen.',
  confirm: 'Klicks löschen',
  requested: 'Klicks werden gelöscht',
  list: 'Gelöschte Klicks',
  states: {
    queued: () => 'Wartet, bis die letzten Klicks gespeichert sind',
    erasing: (erased, found) =>
      `${counted(erased, 'Klick', 'Klicks')} von ${counted(found, 'Klick', 'Klicks')} gelöscht`,
    done: (_, found) => `${counted(found, 'Klick', 'Klicks')} gelöscht`,
  },
  failing:
    'Die Klicks können gerade nicht gelöscht werden. Das Löschen wird automatisch wiederholt; wenn diese Meldung bleibt, wenden Sie sich an den Betreiber dieser Instanz.',
  requestedBy: 'Angefordert {when} von {who}',
  requestedAt: 'Angefordert {when}',
  operator: 'dem Betreiber',
  formerDomain: 'Eine gelöschte Domain',
  countOfLinks: (links) => counted(links, 'Link', 'Links'),
  since: (time) => `ab ${time}`,
  before: (time) => `vor ${time}`,
}
