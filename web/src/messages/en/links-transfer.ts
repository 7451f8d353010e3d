/** Texts of the menu of import and export. */
export const text = {
  import: 'Import from a file',
  undoImport: (file: string) => `Undo import of ${file}…`,
  exportCsv: 'Export as CSV',
  exportJson: 'Export as JSON lines',
}
