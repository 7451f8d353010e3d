import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-bulk.ts'

const linksOf = (links: number) => counted(links, 'enlace', 'enlaces')

const progress = (action: string) => ({
  name: `${action} enlaces`,
  state: (done: number, links: number) => `${action} ${formatCount(done)} de ${linksOf(links)}…`,
})

export const text: typeof english = {
  selectedLinks: 'Enlaces seleccionados',
  selected: (links: number) =>
    `${linksOf(links)} ${plural(links, 'seleccionado', 'seleccionados')}`,
  selectAll: (links: number) => `Todos (${formatCount(links)})`,
  cannotSelectAll: 'No se han podido seleccionar todos los enlaces',
  selectNone: 'Anular selección',

  changing: progress('Modificando'),
  moving: progress('Moviendo'),
  tagging: progress('Etiquetando'),
  untagging: progress('Quitando la etiqueta de'),
  deleting: progress('Eliminando'),
  exporting: progress('Exportando'),
  generating: progress('Generando códigos QR de'),

  changed: (links: number) => `${linksOf(links)} ${plural(links, 'modificado', 'modificados')}`,
  moved: (links: number, folder: string) =>
    `${linksOf(links)} ${plural(links, 'movido', 'movidos')} a ${folder}`,
  tookOut: (links: number) =>
    `${linksOf(links)} ${plural(links, 'sacado de su carpeta', 'sacados de su carpeta')}`,
  tagged: (links: number, tag: string) => `Etiqueta ${tag} añadida a ${linksOf(links)}`,
  untagged: (links: number, tag: string) => `Etiqueta ${tag} quitada de ${linksOf(links)}`,
  changedSome: (changed: number, links: number) =>
    `Modificados ${formatCount(changed)} de ${linksOf(links)}`,
  savedSome: (saved: number, links: number) =>
    `Guardados ${formatCount(saved)} de ${linksOf(links)}`,
  missing: (links: number) =>
    plural(links, 'Un enlace ya no existe.', `${formatCount(links)} enlaces ya no existen.`),
  failed: (links: number) => `${linksOf(links)} con errores`,
  failedLinks: 'Enlaces con errores',
  staySelected: (links: number) => plural(links, 'Sigue seleccionado.', 'Siguen seleccionados.'),

  move: 'Mover',
  tag: 'Etiquetar',
  untag: 'Quitar etiqueta',
  noneYet: {
    folder: 'Aún no hay carpetas',
    tag: 'Aún no hay etiquetas',
  },
  more: 'Más',
  moreActions: 'Más acciones',
  menu: {
    expiry: 'Caducidad…',
    utm: 'Parámetros UTM…',
    domain: 'Dominio…',
  },
  exportCsv: 'Exportar en CSV',
  qrCodes: (format: string) => `Códigos QR en ${format}`,
  qrCodesUpTo: (format: string, links: number) =>
    `Códigos QR en ${format}, hasta ${linksOf(links)}`,

  titles: {
    expiry: (links: number) => `Caducidad de ${linksOf(links)}`,
    utm: (links: number) => `Parámetros UTM de ${linksOf(links)}`,
    domain: (links: number) => `Dominio de ${linksOf(links)}`,
  },
  change: (links: number) => `Modificar ${linksOf(links)}`,
  emptyIsKept: 'Los campos vacíos no se modifican.',
  timeZone: (zone: string) => `La fecha está en la zona horaria ${zone}.`,
  clear: 'Borrar',
  clearField: (field: string) => `Borrar ${field}`,
  whichDomain: '¿Qué dominio?',
  slugsAreKept:
    'Los enlaces conservan sus slugs. Las URL cortas anteriores dejan de funcionar al instante. Los enlaces cuyo slug ya esté en uso en el nuevo dominio se quedan donde están.',
}
