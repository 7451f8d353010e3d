import { counted, plural } from '../../shared/counted.ts'
import type { text as english } from '../en/trash.ts'

export const text: typeof english = {
  title: 'Papierkorb',
  lead: 'Gelöschte Links können 30 Tage lang wiederhergestellt werden.',
  empty: 'Papierkorb leeren',
  isEmpty: 'Der Papierkorb ist leer',
  staysHere: 'Gelöschte Links bleiben hier 30 Tage, mit allem, was sie hatten.',
  deleted: 'Gelöscht {when}',
  daysLeft: (days) => `noch ${counted(days, 'Tag', 'Tage')}`,
  links: (links) => counted(links, 'Link', 'Links'),
  clicks: (clicks) => counted(clicks, 'Klick', 'Klicks'),
  restore: 'Wiederherstellen',
  restoreNamed: (link) => `${link} wiederherstellen`,
  purge: 'Endgültig löschen',
  purgeNamed: (what) => `${what} endgültig löschen`,
  askPurge: (what) => `${what} endgültig löschen?`,
  purged: (what) => `${what} endgültig gelöscht`,
  afterPurge: (links) =>
    plural(
      links,
      'Der Link kann nicht mehr wiederhergestellt werden.',
      'Die Links können nicht mehr wiederhergestellt werden.',
    ),
  clicksStay: 'Klicks bleiben in der Statistik.',
  clicksGo:
    'Klicks verschwinden innerhalb weniger Minuten aus der Statistik und können nicht wiederhergestellt werden.',
  deleteClicks: 'Auch Klicks löschen',
}
