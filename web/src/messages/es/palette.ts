import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/palette.ts'

export const text: typeof english = {
  title: 'Buscar',
  find: 'Enlaces, páginas y acciones',
  actionsFor: (name: string) => `Acciones de ${name}`,
  searchLinks: (search: string) => `Buscar «${search}» en los enlaces`,
  groups: { create: 'Crear', pages: 'Páginas', session: 'Sesión', more: 'Más' },
  createLink: 'Crear un enlace',
  lightColors: 'Colores claros',
  darkColors: 'Colores oscuros',
  openLinkPage: 'Abrir la página del enlace',
  view: 'Ver',
  copyShortUrl: 'Copiar URL corta',
  visit: 'Visitar',
  qrCode: 'Código QR',
  copied: (url: string) => `Se ha copiado ${url}`,
  searching: 'Buscando…',
  results: 'Resultados',
  found: (results: number) => counted(results, 'resultado', 'resultados'),
  noneMatch: 'Ninguna acción coincide',
  keys: {
    enter: 'Intro',
    opens: 'abrir',
    tab: 'Tab',
    showsActions: 'acciones',
    escape: 'Esc',
    goesBack: 'volver',
    closes: 'cerrar',
  },
}
