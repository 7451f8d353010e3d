import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/links.ts'

/** Texts of the list of links. */
export const text: typeof english = {
  createLink: 'Créer un lien',
  createByKey: 'Créer un lien (c)',
  found: (links) => counted(links, 'trouvé', 'trouvés'),
  links: (links) => counted(links, 'lien', 'liens'),
  noLinks: 'Aucun lien pour l’instant',
  firstLink: 'Votre premier lien court',
  createFirst: 'Créer un lien',
  whatLinksDo:
    'Un lien court mène à n’importe quelle adresse et compte ceux qui le suivent. Sa destination peut changer plus tard, aussi selon le pays, l’appareil ou le hasard.',
  noneMatch: 'Aucun lien ne correspond',
  showAll: 'Afficher tous les liens',
  tryLess: 'Essayez moins de filtres, ou une partie du slug, de l’URL ou du titre.',
  loading: 'Chargement des liens',

  importExport: 'Import/export',
  export: 'Exporter',

  searchLinks: 'Rechercher des liens',
  searchHint: 'Rechercher un slug, une URL, un titre',
  filter: 'Filtrer',
  anyDomain: 'Tout domaine',
  folder: 'Dossier',
  anyFolder: 'Tout dossier',
  inNoFolder: 'Sans dossier',
  tags: 'Tags',
  anyTags: 'Tout tag',
  anyStatus: 'Tout statut',
  statuses: {
    active: 'Actif',
    expired: 'Expiré',
    locked: 'Avec mot de passe',
  },
  sortBy: 'Trier par',
  sorts: {
    newest: 'Plus récents',
    oldest: 'Plus anciens',
    clicks: 'Plus de clics',
    'fewest-clicks': 'Moins de clics',
    clicked: 'Dernier clic récent',
    'longest-ago': 'Dernier clic ancien',
    title: 'Titre',
    slug: 'Slug, A à Z',
    'slug-back': 'Slug, Z à A',
  },

  select: (slug) => `Sélectionner ${slug}`,
  selectHint: 'Sélectionner (x). Maj + clic sélectionne une plage.',
  cannotSelect: 'Impossible de sélectionner les liens',
  expired: 'Expiré',
  passwordProtected: 'Protégé par mot de passe',
  severalDestinations: 'Plusieurs destinations',
  neverClicked: 'Jamais',
  copyUrl: (url) => `Copier ${url}`,
  actionsFor: (slug) => `Actions pour ${slug}`,

  saved: (address) => `Lien enregistré : ${address}`,
  created: (address) => `Lien créé : ${address}`,
  createdAndCopied: (address) => `Lien créé et copié : ${address}`,
  copyShortUrl: 'Copier l’URL courte',
  qrCode: 'Code QR',
  open: 'Ouvrir',
  createAnother: 'En créer un autre',

  head: {
    selection: 'Sélection',
    selectLoaded: 'Sélectionner les liens chargés',
    link: 'Lien',
    labels: 'Dossier et tags',
    last30Days: 'Sur 30 jours',
    lastClick: 'Dernier clic',
    created: 'Création',
  },
  noClicksIn: (days) => `Aucun clic au cours des ${days} derniers jours`,
  clicksIn: (clicks, days) =>
    `${counted(clicks, 'clic', 'clics')} au cours des ${days} derniers jours`,
  withVisitors: (clicks, visitors) =>
    `${clicks} ; ${counted(visitors, 'visiteur', 'visiteurs')}, comptés par jour`,
  all: (when) => `tous ${when}`,
  most: (clicks, when) => `le maximum (${clicks}) ${when}`,
  today: 'aujourd’hui',
  yesterday: 'hier',
  daysAgo: (days) => `il y a ${days} jours`,
}
