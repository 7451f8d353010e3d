import { texts } from '../shared/language.rules.ts'

/** Texts of the command palette. */
export const text = texts({
  title: { en: 'Search', de: 'Suchen', es: 'Buscar', fr: 'Rechercher' },
  find: {
    en: 'Find links, pages and actions',
    de: 'Links, Seiten und Aktionen suchen',
    es: 'Enlaces, páginas y acciones',
    fr: 'Lien, page ou action',
  },
  actionsFor: {
    en: 'Actions for {name}',
    de: 'Aktionen für {name}',
    es: 'Acciones de {name}',
    fr: 'Actions pour {name}',
  },
  searchLinks: {
    en: 'Search links for “{search}”',
    de: 'Links nach „{search}“ durchsuchen',
    es: 'Buscar «{search}» en los enlaces',
    fr: 'Rechercher « {search} » dans les liens',
  },
  groups: {
    create: { en: 'Create', de: 'Erstellen', es: 'Crear', fr: 'Créer' },
    pages: { en: 'Pages', de: 'Seiten', es: 'Páginas', fr: 'Pages' },
    session: { en: 'Session', de: 'Sitzung', es: 'Sesión', fr: 'Session' },
    more: { en: 'More', de: 'Mehr', es: 'Más', fr: 'Plus' },
  },
  createLink: {
    en: 'Create a link',
    de: 'Link erstellen',
    es: 'Crear un enlace',
    fr: 'Créer un lien',
  },
  lightColors: {
    en: 'Light colors',
    de: 'Helle Farben',
    es: 'Colores claros',
    fr: 'Couleurs claires',
  },
  darkColors: {
    en: 'Dark colors',
    de: 'Dunkle Farben',
    es: 'Colores oscuros',
    fr: 'Couleurs sombres',
  },
  openLinkPage: {
    en: 'Open link page',
    de: 'Seite des Links öffnen',
    es: 'Abrir la página del enlace',
    fr: 'Ouvrir la page du lien',
  },
  view: { en: 'View', de: 'Ansehen', es: 'Ver', fr: 'Voir' },
  copyShortUrl: {
    en: 'Copy short URL',
    de: 'Kurz-URL kopieren',
    es: 'Copiar URL corta',
    fr: 'Copier l’URL courte',
  },
  visit: { en: 'Visit', de: 'Aufrufen', es: 'Visitar', fr: 'Visiter' },
  qrCode: { en: 'QR code', de: 'QR-Code', es: 'Código QR', fr: 'Code QR' },
  copied: { en: 'Copied {url}', de: '{url} kopiert', es: 'Se ha copiado {url}', fr: '{url} copié' },
  searching: { en: 'Searching…', de: 'Suche läuft…', es: 'Buscando…', fr: 'Recherche…' },
  results: { en: 'Results', de: 'Ergebnisse', es: 'Resultados', fr: 'Résultats' },
  found: {
    en: '{results, plural, one{# result} other{# results}}',
    de: '{results, plural, one{# Ergebnis} other{# Ergebnisse}}',
    es: '{results, plural, one{# resultado} other{# resultados}}',
    fr: '{results, plural, one{# résultat} other{# résultats}}',
  },
  noneMatch: {
    en: 'No actions match',
    de: 'Keine passenden Aktionen',
    es: 'Ninguna acción coincide',
    fr: 'Aucune action ne correspond',
  },
  /** A key, and what it does. */
  keys: {
    enter: { en: 'Enter', de: 'Eingabe', es: 'Intro', fr: 'Entrée' },
    opens: { en: 'open', de: 'öffnen', es: 'abrir', fr: 'ouvrir' },
    tab: { en: 'Tab', de: 'Tab', es: 'Tab', fr: 'Tab' },
    showsActions: { en: 'actions', de: 'Aktionen', es: 'acciones', fr: 'actions' },
    escape: { en: 'Esc', de: 'Esc', es: 'Esc', fr: 'Échap' },
    goesBack: { en: 'back', de: 'zurück', es: 'volver', fr: 'retour' },
    closes: { en: 'close', de: 'schließen', es: 'cerrar', fr: 'fermer' },
  },
})
