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
}
