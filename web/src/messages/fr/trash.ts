import { counted, plural } from '../../shared/counted.ts'
import type { text as english } from '../en/trash.ts'

/** Texts of the trash. */
export const text: typeof english = {
  title: 'Corbeille',
  lead: 'Les liens supprimés peuvent être restaurés pendant 30 jours.',
  empty: 'Vider la corbeille',
  isEmpty: 'La corbeille est vide',
  staysHere:
    'Les liens que vous supprimez restent ici pendant 30 jours, avec tout ce qu’ils avaient.',
  deleted: 'Supprimé {when}',
  daysLeft: (days) => counted(days, 'jour restant', 'jours restants'),
  links: (links) => counted(links, 'lien', 'liens'),
  clicks: (clicks) => counted(clicks, 'clic', 'clics'),
  restore: 'Restaurer',
  restoreNamed: (link) => `Restaurer ${link}`,
  purge: 'Supprimer définitivement',
  purgeNamed: (what) => `Supprimer définitivement ${what}`,
  askPurge: (what) => `Supprimer définitivement ${what} ?`,
  purged: (what) => `Suppression définitive effectuée : ${what}`,
  afterPurge: (links) =>
    plural(
      links,
      'Le lien ne pourra plus être restauré.',
      'Les liens ne pourront plus être restaurés.',
    ),
  clicksStay: 'Les clics restent dans les statistiques.',
  clicksGo:
    'Les clics disparaissent des statistiques en quelques minutes et ne peuvent pas être restaurés.',
  deleteClicks: 'Supprimer aussi les clics',
}
