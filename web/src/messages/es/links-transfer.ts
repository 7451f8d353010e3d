import type { text as english } from '../en/links-transfer.ts'

export const text: typeof english = {
  import: 'Importar de un archivo',
  undoImport: (file: string) => `Deshacer la importación de ${file}…`,
  exportCsv: 'Exportar en CSV',
  exportJson: 'Exportar en JSON Lines',
}
