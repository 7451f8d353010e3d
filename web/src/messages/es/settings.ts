import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/settings.ts'

export const text: typeof english = {
  title: 'Ajustes',
  appearance: 'Apariencia',
  system: 'Sistema',
  light: 'Claro',
  dark: 'Oscuro',
  session: 'Esta sesión',
  signedInAs: 'Ha iniciado sesión como {email}.',
  keyIsKept: 'La clave de API se guarda en esta pestaña hasta que la cierre.',
  team: 'Equipo',
  teamSaved: 'Equipo guardado',
  slug: 'Slug de la página bio',
  logo: 'Logotipo',
  timeZone: 'Zona horaria del equipo',
  timeZoneMeans: 'Los días y las horas de las analíticas. Vacío: la de cada persona.',
  ownTimeZone: 'La de cada persona',
  imageUrl: 'URL de la imagen',
  retention: {
    title: 'Conservación de clics',
    months: 'Meses que se conservan los clics',
    means:
      'Meses completos y el actual. Los clics anteriores se eliminan automáticamente; los totales de los enlaces los siguen contando. Vacío: tanto como los conserve esta instancia.',
    forever: 'Sin límite',
    save: 'Guardar el plazo',
    saved: 'Plazo de conservación guardado',
    ask: (clicks) => `¿Eliminar ${counted(clicks, 'clic', 'clics')}?`,
    after: (date, links) =>
      `Los clics de ${counted(links, 'enlace', 'enlaces')} anteriores al ${date} (UTC), también los de bots, desaparecen de las analíticas en unos minutos y después se eliminan. Cada mes les siguen los clics más antiguos. No se puede deshacer.`,
    confirm: 'Eliminar clics',
  },
  export: {
    title: 'Exportación',
    means:
      'Un archivo ZIP con los enlaces, clics, dominios, página bio, miembros y ajustes del equipo, que otra instancia puede importar. Contiene datos personales. Con muchos clics, la exportación tarda varios minutos: mantenga abierta esta pestaña.',
    action: 'Exportar equipo',
  },
}
