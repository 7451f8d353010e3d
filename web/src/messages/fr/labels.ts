import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/labels.ts'

/** Texts of the folders and tags. */
export const text: typeof english = {
  folder: {
    title: 'Dossiers',
    purpose: 'Un lien est dans un seul dossier ou dans aucun : un par client, campagne ou service.',
    create: 'Créer un dossier',
    edit: 'Modifier le dossier',
    none: 'Aucun dossier pour l’instant',
    search: 'Rechercher des dossiers',
    noMatch: 'Aucun nom de dossier ne correspond.',
    delete: 'Supprimer le dossier',
    deleted: (name) => `Dossier « ${name} » supprimé`,
    afterDelete: 'Ses liens restent, sans le dossier. Cette action est irréversible.',
  },
  tag: {
    title: 'Tags',
    purpose:
      'Un lien a autant de tags que voulu, pour trouver et compter ensemble ce qui va ensemble.',
    create: 'Créer un tag',
    edit: 'Modifier le tag',
    none: 'Aucun tag pour l’instant',
    search: 'Rechercher des tags',
    noMatch: 'Aucun nom de tag ne correspond.',
    delete: 'Supprimer le tag',
    deleted: (name) => `Tag « ${name} » supprimé`,
    afterDelete: 'Ses liens restent, sans le tag. Cette action est irréversible.',
  },
  searchNames: 'Rechercher un nom',
  analytics: 'Statistiques',
  links: (links) => counted(links, 'lien', 'liens'),
  clicks: (clicks) => counted(clicks, 'clic', 'clics'),
  linksIn: (links, name) => `${links} dans ${name}`,
  clicksIn: (clicks, name) => `${clicks} sur les liens de ${name}`,
  editNamed: (name) => `Modifier ${name}`,
  editByKey: 'Modifier (e)',
  deleteNamed: (name) => `Supprimer ${name}`,
  askDelete: (name) => `Supprimer « ${name} » ?`,
  color: 'Couleur',
  noColor: 'Aucune',
  pickColor: 'Prélever une couleur à l’écran',
}
