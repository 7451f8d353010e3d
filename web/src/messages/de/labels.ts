import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/labels.ts'

export const text: typeof english = {
  folder: {
    title: 'Ordner',
    purpose:
      'Ein Link ist in einem oder keinem Ordner: zum Beispiel einer für jeden Kunden, jede Kampagne oder Abteilung.',
    create: 'Ordner erstellen',
    edit: 'Ordner bearbeiten',
    none: 'Noch keine Ordner',
    search: 'Ordner durchsuchen',
    noMatch: 'Kein Ordner hat diesen Text im Namen.',
    delete: 'Ordner löschen',
    deleted: (name) => `Ordner „${name}“ gelöscht`,
    afterDelete:
      'Die Links bleiben erhalten, ohne den Ordner. Das kann nicht rückgängig gemacht werden.',
  },
  tag: {
    title: 'Tags',
    purpose:
      'Ein Link hat beliebig viele Tags, um Zusammengehöriges gemeinsam zu finden und zu zählen.',
    create: 'Tag erstellen',
    edit: 'Tag bearbeiten',
    none: 'Noch keine Tags',
    search: 'Tags durchsuchen',
    noMatch: 'Kein Tag hat diesen Text im Namen.',
    delete: 'Tag löschen',
    deleted: (name) => `Tag „${name}“ gelöscht`,
    afterDelete:
      'Die Links bleiben erhalten, ohne das Tag. Das kann nicht rückgängig gemacht werden.',
  },
  searchNames: 'Namen durchsuchen',
  analytics: 'Statistik',
  links: (links) => counted(links, 'Link', 'Links'),
  clicks: (clicks) => counted(clicks, 'Klick', 'Klicks'),
  linksIn: (links, name) => `${links} in ${name}`,
  clicksIn: (clicks, name) => `${clicks} der Links in ${name}`,
  editNamed: (name) => `${name} bearbeiten`,
  editByKey: 'Bearbeiten (e)',
  deleteNamed: (name) => `${name} löschen`,
  askDelete: (name) => `„${name}“ löschen?`,
  color: 'Farbe',
  noColor: 'Keine',
  pickColor: 'Farbe vom Bildschirm aufnehmen',
}
