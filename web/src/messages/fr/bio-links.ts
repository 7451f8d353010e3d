import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/bio-links.ts'

/** Texts of the links of the bio page. */
export const text: typeof english = {
  noLinks: 'Ajoutez des liens vers votre site web et vos profils sur les réseaux sociaux.',
  addLink: 'Ajouter un lien',
  editLink: 'Modifier le lien',
  url: 'URL ou nom d’utilisateur',
  urlOrName:
    'Une URL complète, ou un nom d’utilisateur si une plateforme est choisie. Pour tout autre site, choisissez Site web.',
  platform: 'Plateforme',
  detect: 'Détecter d’après l’URL',
  website: 'Site web',
  label: 'Libellé',
  defaultLabel: 'Nom de la plateforme, ou hôte du site web',
  clicks: (clicks) => counted(clicks, 'clic', 'clics'),
  moveNamed: (link) => `Déplacer ${link}`,
  showNamed: (link) => `Afficher ${link}`,
  editNamed: (link) => `Modifier ${link}`,
  deleteNamed: (link) => `Supprimer ${link}`,
  askDelete: (link) => `Supprimer « ${link} » ?`,
  deleteLink: 'Supprimer le lien',
  deleted: (link) => `« ${link} » supprimé`,
  afterDelete: 'Il disparaît de votre page de bio. Cette action est irréversible.',
}
