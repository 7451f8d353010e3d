import type { text as english } from '../en/links-transfer.ts'

export const text: typeof english = {
  import: 'Aus Datei importieren',
  undoImport: (file) => `Import von ${file} rückgängig machen…`,
  exportCsv: 'Als CSV exportieren',
  exportJson: 'Als JSON Lines exportieren',
}
