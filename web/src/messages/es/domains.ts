import type { text as english } from '../en/domains.ts'

export const text: typeof english = {
  title: 'Dominios',
  lead: 'Dominios de sus enlaces cortos.',
  add: 'Añadir dominio',
  none: 'Aún no hay dominios',
  whyAdd: 'Un dominio conocido inspira confianza. Añada el suyo, como go.tienda.example.',
  hostName: 'Su nombre de host, sin https:// ni ruta',
  verified: 'Verificado',
  verify: 'Verificar',
  isDefault: 'Predeterminado',
  states: { pending: 'Sin verificar', lapsed: 'Caducado', failing: 'Falta el registro DNS' },
  stopsWorking: 'deja de funcionar {when}',
  lapses: 'caduca {when}',
  slugLength: (length: number) => `slugs de ${length} caracteres`,
  verifyNamed: (domain: string) => `Verificar ${domain}`,
  editNamed: (domain: string) => `Editar ${domain}`,
  deleteNamed: (domain: string) => `Eliminar ${domain}`,
  askDelete: (domain: string) => `¿Eliminar ${domain}?`,
  deleteDomain: 'Eliminar dominio',
  deleted: (domain: string) => `Se ha eliminado el dominio ${domain}`,
  afterDelete: (domain: string) =>
    `Las visitas a ${domain} dejarán de tener respuesta y sus ajustes se perderán. Esta acción no se puede deshacer.`,
  settings: {
    slug_length: 'Longitud de los slugs generados',
    forward_query: 'Parámetros de consulta de la visita',
    root_url: 'Redirección de la raíz',
    not_found_url: 'Redirección 404',
    expired_url: 'Redirección de enlaces caducados',
  },
  queries: {
    merge: 'Se añaden; prevalecen los del destino',
    override: 'Se añaden; prevalecen los del visitante',
    off: 'No se transmiten',
  },
  defaultPage: 'Página predeterminada',
  defaultDomain: 'Dominio predeterminado',
  caseSensitive: 'Slugs que distinguen mayúsculas y minúsculas',
  allowPreview: 'Mostrar una vista previa en las URL cortas terminadas en +',
  dns: {
    label: 'DNS',
    step: (nth: number, title: string) => `${nth}. ${title}`,
    done: 'Listo',
    verifyDomain: 'Verificar el dominio',
    keepRecord: 'Conserve el registro: se comprueba a diario.',
    addTxt: (domain: string) =>
      `Añada este registro TXT al DNS de ${domain} y consérvelo. Los cambios pueden tardar una hora en ser visibles.`,
    pointToServer: 'Apuntarlo a este servidor',
    addAddress: (domain: string) =>
      `Añada un registro A o AAAA para ${domain} con la dirección pública de este servidor. Su operador la conoce.`,
    addCname: 'Añada este registro CNAME. También verifica el dominio.',
    addRecords:
      'Añada estos registros. No se puede usar un registro CNAME en la raíz de un dominio.',
    https: (domain: string) =>
      `HTTPS: la primera visita después de ambos pasos solicita un certificado si el operador ha activado TLS. Si usa su propio proxy, añada ${domain} a sus certificados.`,
    check: 'Comprobar DNS',
    checkAgain: 'Volver a comprobar',
    notYet: 'Sus enlaces no funcionan hasta completar el paso 1.',
    value: 'Valor',
    copyName: 'Copiar nombre',
    copyValue: 'Copiar valor',
    found: (values: readonly string[]) => `Encontrado: ${values.join(', ')}`,
    foundInstead: (values: readonly string[]) =>
      `En su lugar se ha encontrado: ${values.join(', ')}`,
    nothingFound: 'Aún no se ha encontrado nada.',
    behindProxy: 'Detrás de un proxy como Cloudflare se encuentran las direcciones de este.',
  },
}
