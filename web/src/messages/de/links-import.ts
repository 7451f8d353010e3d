import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-import.ts'

const linksOf = (links: number) => counted(links, 'Link', 'Links')
const rowsOf = (rows: number) => counted(rows, 'Zeile', 'Zeilen')

export const text: typeof english = {
  title: 'Links importieren',
  titleOf: (file) => `${file} importieren`,

  drop: 'CSV- oder JSON-Datei hier ablegen oder auswählen',
  dropHint: (links) =>
    `Ein Export oder eine beliebige Tabelle mit einer URL-Spalte. Höchstens ${formatCount(links)} Links.`,
  tooLarge: 'Diese Datei ist größer als 20 MB. Bitte aufteilen.',
  noLinks: 'Diese Datei enthält keine Links.',
  tooMany: (links, most) =>
    `Diese Datei enthält ${links} Links, ein Import höchstens ${most}. Bitte aufteilen.`,
  fileIsNoJson:
    'Diese Datei ist kein gültiges JSON. Sie muss einen Link pro Zeile enthalten, wie ein Export.',
  lineIsNoJson: (line) =>
    `Zeile ${line} ist kein gültiges JSON. Die Datei muss einen Link pro Zeile enthalten, wie ein Export.`,
  linkIsNoObject: (link) => `Link ${link} dieser Datei ist kein JSON-Objekt.`,

  looksLikeData: 'Die erste Zeile sieht nach Daten aus',
  useAsData: 'Als Daten verwenden',
  useAsHeader: 'Als Kopfzeile verwenden',

  hasPassword: 'Hat Passwort',
  column: (column) => `Spalte ${column}`,
  whichColumn: 'Welche Spalte?',
  notInFile: 'Nicht in der Datei',
  moreFields: 'Weitere Felder',
  moreFieldsUsed: (fields) => `Weitere Felder: ${fields.join(', ')}`,
  defaultDomain: 'Standarddomain',
  withoutDomain: 'Für Zeilen ohne Domain',
  defaultFolder: 'Standardordner',
  withoutFolder: 'Für Zeilen ohne Ordner',
  none: 'Keiner',

  firstLinks: 'Die ersten Links',
  labels: 'Ordner und Tags',
  generated: 'automatisch',
  labelsAreCreated: 'Ordner und Tags, die es noch nicht gibt, werden erstellt.',

  cannotImport: (failed, rows) =>
    `${formatCount(failed)} von ${rowsOf(rows)} ${plural(failed, 'kann', 'können')} nicht importiert werden. Korrigieren Sie die Datei, oder importieren Sie die übrigen.`,
  useDefaultDomain: 'Standarddomain für alle Zeilen verwenden',
  withoutPasswords: 'Ohne Passwörter importieren',
  import: (links) => `${linksOf(links)} importieren`,
  importOthers: (links) =>
    plural(
      links,
      'Den übrigen Link importieren',
      `Die übrigen ${formatCount(links)} Links importieren`,
    ),

  fault: (field, detail) => `${field}: ${detail}`,
  faults: 'Zeilen mit Fehlern',
  firstFaults: (rows) =>
    plural(rows, 'Die erste Zeile mit Fehlern', `Die ersten ${rowsOf(rows)} mit Fehlern`),
  row: 'Zeile',
  error: 'Fehler',
  failedRows: 'Zeilen mit Fehlern',

  progress: 'Fortschritt des Imports',
  created: (created, links) => `${formatCount(created)} von ${formatCount(links)} erstellt`,
  createdAndFailed: (created, links, failed) =>
    `${formatCount(created)} von ${formatCount(links)} erstellt, ${formatCount(failed)} fehlgeschlagen`,
  inBackground: 'Im Hintergrund fortsetzen',

  undo: 'Import rückgängig machen',
  undoHint: 'Verschiebt die importierten Links in den Papierkorb.',
  deleting: (deleted) => `${formatCount(deleted)} gelöscht …`,
  deleted: (links) => `${linksOf(links)} gelöscht. Gelöschte Links bleiben 30 Tage im {trash}.`,
  trash: 'Papierkorb',
  kept: (links) =>
    plural(
      links,
      `${formatCount(links)} seit dem Import geänderter Link wurde behalten`,
      `${formatCount(links)} seit dem Import geänderte Links wurden behalten`,
    ),
  andMore: (links) => `und ${counted(links, 'weiterer Link', 'weitere Links')}`,
  deleteToo: (links) => plural(links, 'Auch diesen löschen', 'Auch diese löschen'),
}
