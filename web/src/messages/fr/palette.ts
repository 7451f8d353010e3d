import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/palette.ts'

/** Texts of the command palette. */
export const text: typeof english = {
  title: 'Rechercher',
  find: 'Lien, page ou action',
  actionsFor: (name) => `Actions pour ${name}`,
  searchLinks: (search) => `Rechercher « ${search} » dans les liens`,
  groups: { create: 'Créer', pages: 'Pages', session: 'Session', more: 'Plus' },
  createLink: 'Créer un lien',
  lightColors: 'Couleurs claires',
  darkColors: 'Couleurs sombres',
  openLinkPage: 'Ouvrir la page du lien',
  view: 'Voir',
  copyShortUrl: 'Copier l’URL courte',
  visit: 'Visiter',
  qrCode: 'Code QR',
  copied: (url) => `${url} copié`,
  searching: 'Recherche…',
  results: 'Résultats',
  found: (results) => counted(results, 'résultat', 'résultats'),
  noneMatch: 'Aucune action ne correspond',
  keys: {
    enter: 'Entrée',
    opens: 'ouvrir',
    tab: 'Tab',
    showsActions: 'actions',
    escape: 'Échap',
    goesBack: 'retour',
    closes: 'fermer',
  },
}
