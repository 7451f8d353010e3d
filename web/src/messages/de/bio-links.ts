import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/bio-links.ts'

export const text: typeof english = {
  noLinks: 'Fügen Sie Links zu Ihrer Website und zu Ihren Profilen in sozialen Netzwerken hinzu.',
  addLink: 'Link hinzufügen',
  editLink: 'Link bearbeiten',
  url: 'URL oder Benutzername',
  urlOrName:
    'Eine vollständige URL, oder ein Benutzername bei ausgewählter Plattform. Für andere Seiten „Website“ auswählen.',
  platform: 'Plattform',
  detect: 'Aus der URL erkennen',
  website: 'Website',
  label: 'Beschriftung',
  defaultLabel: 'Name der Plattform oder Host der Website',
  clicks: (clicks) => counted(clicks, 'Klick', 'Klicks'),
  moveNamed: (link) => `${link} verschieben`,
  showNamed: (link) => `${link} anzeigen`,
  editNamed: (link) => `${link} bearbeiten`,
  deleteNamed: (link) => `${link} löschen`,
  askDelete: (link) => `„${link}“ löschen?`,
  deleteLink: 'Link löschen',
  deleted: (link) => `„${link}“ gelöscht`,
  afterDelete:
    'Der Link verschwindet von Ihrer Bio-Seite. Das kann nicht rückgängig gemacht werden.',
}
