import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-import.ts'

export const text: typeof english = {
  title: 'Importar enlaces',
  titleOf: (file: string) => `Importar ${file}`,

  drop: 'Suelte aquí un archivo CSV o JSON, o elija uno',
  dropHint: (links: number) =>
    `Una exportación o cualquier tabla con una columna de URL. Hasta ${counted(links, 'enlace', 'enlaces')}.`,
  tooLarge: 'Este archivo supera los 20 MB. Divídalo.',
  noLinks: 'Este archivo no contiene enlaces.',
  tooMany: (links: number, most: number) =>
    `Este archivo contiene ${links} enlaces; una importación admite ${most}. Divídalo.`,
  fileIsNoJson:
    'Este archivo no es JSON válido. Debe contener un enlace por línea, como en una exportación.',
  lineIsNoJson: (line: number) =>
    `La línea ${line} no es JSON válido. El archivo debe contener un enlace por línea, como en una exportación.`,
  linkIsNoObject: (link: number) => `El enlace ${link} de este archivo no es un objeto JSON.`,

  looksLikeData: 'La primera fila parece contener datos',
  useAsData: 'Usarla como datos',
  useAsHeader: 'Usarla como encabezado',

  hasPassword: 'Tiene contraseña',
  column: (column: number) => `Columna ${column}`,
  whichColumn: '¿Qué columna?',
  notInFile: 'No está en el archivo',
  moreFields: 'Más campos',
  moreFieldsUsed: (fields: readonly string[]) => `Más campos: ${fields.join(', ')}`,
  defaultDomain: 'Dominio predeterminado',
  withoutDomain: 'Para las filas sin dominio',
  defaultFolder: 'Carpeta predeterminada',
  withoutFolder: 'Para las filas sin carpeta',
  none: 'Ninguna',

  firstLinks: 'Los primeros enlaces',
  labels: 'Carpeta y etiquetas',
  generated: 'generado',
  labelsAreCreated: 'Las carpetas y etiquetas que aún no existan se crearán.',

  cannotImport: (failed: number, rows: number) =>
    `No se pueden importar ${formatCount(failed)} de ${counted(rows, 'fila', 'filas')}. Corrija el archivo o importe las demás.`,
  useDefaultDomain: 'Usar el dominio predeterminado en todas las filas',
  withoutPasswords: 'Importar sin contraseñas',
  import: (links: number) => `Importar ${counted(links, 'enlace', 'enlaces')}`,
  importOthers: (links: number) =>
    plural(links, 'Importar el otro enlace', `Importar los otros ${formatCount(links)} enlaces`),

  fault: (field: string, detail: string) => `${field}: ${detail}`,
  faults: 'Filas con errores',
  firstFaults: (rows: number) =>
    plural(
      rows,
      'La primera fila con errores',
      `Las primeras ${formatCount(rows)} filas con errores`,
    ),
  row: 'Fila',
  error: 'Error',
  failedRows: 'Filas con errores',

  progress: 'Progreso de la importación',
  created: (created: number, links: number) =>
    `${formatCount(created)} de ${counted(links, 'creado', 'creados')}`,
  createdAndFailed: (created: number, links: number, failed: number) =>
    `${formatCount(created)} de ${counted(links, 'creado', 'creados')}, ${formatCount(failed)} con errores`,
  inBackground: 'Continuar en segundo plano',

  undo: 'Deshacer importación',
  undoHint: 'Mueve sus enlaces a la papelera.',
  deleting: (deleted: number) => `${counted(deleted, 'eliminado', 'eliminados')}…`,
  deleted: (links: number) =>
    `${counted(links, 'enlace eliminado', 'enlaces eliminados')}. Los enlaces eliminados permanecen en la {trash} durante 30 días.`,
  trash: 'papelera',
  kept: (links: number) =>
    plural(
      links,
      `Se ha conservado ${formatCount(links)} enlace modificado después de la importación`,
      `Se han conservado ${formatCount(links)} enlaces modificados después de la importación`,
    ),
  andMore: (links: number) => `y ${counted(links, 'enlace más', 'enlaces más')}`,
  deleteToo: (links: number) => plural(links, 'Eliminarlo también', 'Eliminarlos también'),
}
