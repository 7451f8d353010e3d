import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/views.ts'

/** Texts of the saved views of a page. */
export const text: typeof english = {
  title: 'Vues enregistrées',
  shared: 'Toute l’équipe les voit et peut les utiliser.',
  readOnly: 'Partagées par l’équipe. Votre rôle permet de les utiliser, mais pas de les modifier.',
  none: 'Aucune vue enregistrée pour l’instant',
  first: (shown, total) =>
    `Les ${formatCount(shown)} premières sur ${formatCount(total)}. La palette de commandes (Ctrl K) les trouve toutes.`,
  saveAs: 'Enregistrer les filtres actuels sous',
  name: 'Nom de la vue',
  saved: (view) => `Vue « ${view} » enregistrée`,
  nothing: {
    links: 'Pour enregistrer une vue, filtrez ou triez d’abord les liens.',
    analytics: 'Pour enregistrer une vue, choisissez d’abord des filtres ou une période.',
  },
  actions: {
    rename: (view) => `Renommer ${view}`,
    replace: (view) => `Remplacer les filtres de ${view}`,
    delete: (view) => `Supprimer ${view}`,
  },
  titles: {
    rename: 'Renommer',
    replace: 'Remplacer par les filtres actuels',
    delete: 'Supprimer',
  },
  newName: (view) => `Nouveau nom de ${view}`,
  questions: {
    replace: (view) => `Remplacer les filtres de « ${view} » par les filtres actuels, pour tous ?`,
    delete: (view) => `Supprimer « ${view} » pour tous ?`,
  },
  confirm: { rename: 'Renommer', replace: 'Remplacer', delete: 'Supprimer' },
}
