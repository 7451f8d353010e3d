import type { text as english } from '../en/links-transfer.ts'

/** Texts of the menu of import and export. */
export const text: typeof english = {
  import: 'Importer depuis un fichier',
  undoImport: (file) => `Annuler l’importation de ${file}…`,
  exportCsv: 'Exporter en CSV',
  exportJson: 'Exporter en JSON Lines',
}
