import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'

/** Texts of the import from a file. */
export const text = {
  title: 'Import links',
  titleOf: (file: string) => `Import ${file}`,

  drop: 'Drop a CSV or JSON file here, or choose one',
  dropHint: (links: number) =>
    `An export, or any table with a column of URLs. Up to ${formatCount(links)} links.`,
  tooLarge: 'This file is larger than 20 MB. Split it.',
  noLinks: 'This file has no links.',
  tooMany: (links: number, most: number) =>
    `This file has ${links} links; one import takes ${most}. Split it.`,
  fileIsNoJson: 'This file is not valid JSON. The file needs one link per line, as in an export.',
  lineIsNoJson: (line: number) =>
    `Line ${line} is not valid JSON. The file needs one link per line, as in an export.`,
  linkIsNoObject: (link: number) => `Link ${link} of this file is not a JSON object.`,

  looksLikeData: 'The first row looks like data',
  useAsData: 'Use it as data',
  useAsHeader: 'Use it as header',

  hasPassword: 'Has password',
  column: (column: number) => `Column ${column}`,
  whichColumn: 'Which column?',
  notInFile: 'Not in the file',
  moreFields: 'More fields',
  moreFieldsUsed: (fields: readonly string[]) => `More fields: ${fields.join(', ')}`,
  defaultDomain: 'Default domain',
  withoutDomain: 'For rows without a domain',
  defaultFolder: 'Default folder',
  withoutFolder: 'For rows without a folder',
  none: 'None',

  firstLinks: 'The first links',
  labels: 'Folder and tags',
  generated: 'generated',
  labelsAreCreated: 'Folders and tags that do not exist yet are created.',

  cannotImport: (failed: number, rows: number) =>
    `${formatCount(failed)} of ${counted(rows, 'row', 'rows')} cannot be imported. Correct the file, or import the others.`,
  useDefaultDomain: 'Use the default domain for all rows',
  withoutPasswords: 'Import without passwords',
  import: (links: number) => `Import ${counted(links, 'link', 'links')}`,
  importOthers: (links: number) => `Import the other ${counted(links, 'link', 'links')}`,

  fault: (field: string, detail: string) => `${field}: ${detail}`,
  faults: 'Rows with errors',
  firstFaults: (rows: number) => `The first ${counted(rows, 'row', 'rows')} with errors`,
  row: 'Row',
  error: 'Error',
  failedRows: 'Failed rows',

  progress: 'Progress of the import',
  created: (created: number, links: number) =>
    `${formatCount(created)} of ${formatCount(links)} created`,
  createdAndFailed: (created: number, links: number, failed: number) =>
    `${formatCount(created)} of ${formatCount(links)} created, ${formatCount(failed)} failed`,
  inBackground: 'Continue in the background',

  undo: 'Undo import',
  undoHint: 'Moves its links to the trash.',
  deleting: (deleted: number) => `${formatCount(deleted)} deleted…`,
  deleted: (links: number) =>
    `Deleted ${counted(links, 'link', 'links')}. Deleted links are in the {trash} for 30 days.`,
  trash: 'trash',
  kept: (links: number) =>
    plural(
      links,
      `${formatCount(links)} link changed since the import was kept`,
      `${formatCount(links)} links changed since the import were kept`,
    ),
  andMore: (links: number) => `and ${counted(links, 'more link', 'more links')}`,
  deleteToo: (links: number) => plural(links, 'Delete it, too', 'Delete them, too'),
}
