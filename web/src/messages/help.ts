import { texts } from '../shared/language.rules.ts'

/** Texts of the list of keyboard shortcuts. */
export const text = texts({
  title: {
    en: 'Keyboard shortcuts',
    de: 'Tastenkürzel',
    es: 'Atajos de teclado',
    fr: 'Raccourcis clavier',
  },
  /** The keys as they are printed on a keyboard, separated by spaces. */
  keys: {
    find: { en: 'Ctrl K', de: 'Strg K', es: 'Ctrl K', fr: 'Ctrl K' },
    undo: { en: 'Ctrl Z', de: 'Strg Z', es: 'Ctrl Z', fr: 'Ctrl Z' },
    extendDown: { en: 'Shift j', de: 'Umschalt j', es: 'Mayús j', fr: 'Maj j' },
    extendUp: { en: 'Shift k', de: 'Umschalt k', es: 'Mayús k', fr: 'Maj k' },
    selectRange: { en: 'Shift click', de: 'Umschalt Klick', es: 'Mayús clic', fr: 'Maj clic' },
    open: { en: 'Enter', de: 'Eingabe', es: 'Intro', fr: 'Entrée' },
  },
  everywhere: { en: 'Everywhere', de: 'Überall', es: 'En todas partes', fr: 'Partout' },
  find: {
    en: 'Find links, pages and actions',
    de: 'Links, Seiten und Aktionen suchen',
    es: 'Buscar enlaces, páginas y acciones',
    fr: 'Rechercher des liens, pages et actions',
  },
  searchPage: {
    en: 'Search this page',
    de: 'Diese Seite durchsuchen',
    es: 'Buscar en esta página',
    fr: 'Rechercher dans cette page',
  },
  createLink: {
    en: 'Create a link',
    de: 'Link erstellen',
    es: 'Crear un enlace',
    fr: 'Créer un lien',
  },
  undo: {
    en: 'Undo deleting links',
    de: 'Löschen von Links rückgängig machen',
    es: 'Deshacer la eliminación de enlaces',
    fr: 'Annuler la suppression de liens',
  },
  help: { en: 'This help', de: 'Diese Hilfe', es: 'Esta ayuda', fr: 'Cette aide' },
  inLists: { en: 'In lists', de: 'In Listen', es: 'En las listas', fr: 'Dans les listes' },
  next: { en: 'Next row', de: 'Nächste Zeile', es: 'Fila siguiente', fr: 'Ligne suivante' },
  previous: {
    en: 'Previous row',
    de: 'Vorherige Zeile',
    es: 'Fila anterior',
    fr: 'Ligne précédente',
  },
  intoList: {
    en: 'From the search field to the list',
    de: 'Vom Suchfeld in die Liste',
    es: 'Del campo de búsqueda a la lista',
    fr: 'Du champ de recherche à la liste',
  },
  open: { en: 'Open', de: 'Öffnen', es: 'Abrir', fr: 'Ouvrir' },
  selectLink: {
    en: 'Select a link',
    de: 'Link auswählen',
    es: 'Seleccionar un enlace',
    fr: 'Sélectionner un lien',
  },
  extendDown: {
    en: 'Extend the selection down',
    de: 'Auswahl nach unten erweitern',
    es: 'Ampliar la selección hacia abajo',
    fr: 'Étendre la sélection vers le bas',
  },
  extendUp: {
    en: 'Extend the selection up',
    de: 'Auswahl nach oben erweitern',
    es: 'Ampliar la selección hacia arriba',
    fr: 'Étendre la sélection vers le haut',
  },
  selectRange: {
    en: 'Select a range of links',
    de: 'Bereich von Links auswählen',
    es: 'Seleccionar un rango de enlaces',
    fr: 'Sélectionner une plage de liens',
  },
  inAnalytics: {
    en: 'In analytics',
    de: 'In der Statistik',
    es: 'En las estadísticas',
    fr: 'Dans les statistiques',
  },
  choosePeriod: {
    en: 'Choose a period, in the order of the menu',
    de: 'Zeitraum wählen, in der Reihenfolge des Menüs',
    es: 'Elegir un período, en el orden del menú',
    fr: 'Choisir une période, dans l’ordre du menu',
  },
  addNote: {
    en: 'Add a note to the chart',
    de: 'Notiz zum Diagramm hinzufügen',
    es: 'Añadir una nota al gráfico',
    fr: 'Ajouter une note au graphique',
  },
  pages: { en: 'Pages', de: 'Seiten', es: 'Páginas', fr: 'Pages' },
  goTo: { en: 'Go to {page}', de: 'Gehe zu {page}', es: 'Ir a {page}', fr: 'Aller à : {page}' },
})
