import { texts } from '../shared/language.rules.ts'

/** Texts of the menu of import and export. */
export const text = texts({
  import: {
    en: 'Import from a file',
    de: 'Aus Datei importieren',
    es: 'Importar de un archivo',
    fr: 'Importer depuis un fichier',
  },
  undoImport: {
    en: 'Undo import of {file}…',
    de: 'Import von {file} rückgängig machen…',
    es: 'Deshacer la importación de {file}…',
    fr: 'Annuler l’importation de {file}…',
  },
  exportCsv: {
    en: 'Export as CSV',
    de: 'Als CSV exportieren',
    es: 'Exportar en CSV',
    fr: 'Exporter en CSV',
  },
  exportJson: {
    en: 'Export as JSON lines',
    de: 'Als JSON Lines exportieren',
    es: 'Exportar en JSON Lines',
    fr: 'Exporter en JSON Lines',
  },
})
