import type { text as english } from '../en/help.ts'

/** Texts of the list of keyboard shortcuts. */
export const text: typeof english = {
  title: 'Raccourcis clavier',
  keys: {
    find: 'Ctrl K',
    undo: 'Ctrl Z',
    extendDown: 'Maj j',
    extendUp: 'Maj k',
    selectRange: 'Maj clic',
    open: 'Entrée',
  },
  everywhere: 'Partout',
  find: 'Rechercher des liens, pages et actions',
  searchPage: 'Rechercher dans cette page',
  createLink: 'Créer un lien',
  undo: 'Annuler la suppression de liens',
  help: 'Cette aide',
  inLists: 'Dans les listes',
  next: 'Ligne suivante',
  previous: 'Ligne précédente',
  intoList: 'Du champ de recherche à la liste',
  open: 'Ouvrir',
  selectLink: 'Sélectionner un lien',
  extendDown: 'Étendre la sélection vers le bas',
  extendUp: 'Étendre la sélection vers le haut',
  selectRange: 'Sélectionner une plage de liens',
  inAnalytics: 'Dans les statistiques',
  choosePeriod: 'Choisir une période, dans l’ordre du menu',
  addNote: 'Ajouter une note au graphique',
  pages: 'Pages',
  goTo: (page) => `Aller à : ${page}`,
}
