import type { text as english } from '../en/domains.ts'

/** Texts of the domains and their settings. */
export const text: typeof english = {
  title: 'Domaines',
  lead: 'Les domaines de vos liens courts.',
  add: 'Ajouter un domaine',
  none: 'Aucun domaine pour l’instant',
  whyAdd: 'Un domaine connu inspire confiance. Ajoutez le vôtre, par exemple go.boutique.example.',
  hostName: 'Votre nom d’hôte, sans https:// ni chemin',
  verified: 'Vérifié',
  verify: 'Vérifier',
  isDefault: 'Par défaut',
  states: { pending: 'Non vérifié', lapsed: 'Caduc', failing: 'Enregistrement DNS absent' },
  stopsWorking: 'cesse de fonctionner {when}',
  lapses: 'devient caduc {when}',
  slugLength: (length) => `longueur du slug : ${length}`,
  verifyNamed: (domain) => `Vérifier ${domain}`,
  editNamed: (domain) => `Modifier ${domain}`,
  deleteNamed: (domain) => `Supprimer ${domain}`,
  askDelete: (domain) => `Supprimer ${domain} ?`,
  deleteDomain: 'Supprimer le domaine',
  deleted: (domain) => `Domaine ${domain} supprimé`,
  afterDelete: (domain) =>
    `Les visites de ${domain} n’obtiennent plus de réponse, et ses réglages sont perdus. Cette action est irréversible.`,
  settings: {
    slug_length: 'Longueur des slugs générés',
    forward_query: 'Paramètres d’URL d’une visite',
    root_url: 'Redirection de la racine',
    not_found_url: 'Redirection des erreurs 404',
    expired_url: 'Redirection des liens expirés',
  },
  queries: {
    merge: 'Ajoutés ; ceux de la destination priment',
    override: 'Ajoutés ; ceux du visiteur priment',
    off: 'Non transmis',
  },
  defaultPage: 'Page par défaut',
  defaultDomain: 'Domaine par défaut',
  caseSensitive: 'Slugs sensibles à la casse',
  allowPreview: 'Afficher un aperçu pour les URL courtes terminées par +',
  dns: {
    label: 'DNS',
    step: (nth, title) => `${nth}. ${title}`,
    done: 'Terminé',
    verifyDomain: 'Vérifier votre domaine',
    keepRecord: 'Conservez l’enregistrement : il est contrôlé chaque jour.',
    addTxt: (domain) =>
      `Ajoutez cet enregistrement TXT au DNS de ${domain}, et conservez-le. Une modification peut mettre une heure à être visible.`,
    pointToServer: 'Le diriger vers ce serveur',
    addAddress: (domain) =>
      `Ajoutez un enregistrement A ou AAAA pour ${domain} avec l’adresse publique de ce serveur. Son exploitant la connaît.`,
    addCname: 'Ajoutez cet enregistrement CNAME. Il vérifie aussi le domaine.',
    addRecords:
      'Ajoutez ces enregistrements. Un enregistrement CNAME n’est pas possible à la racine d’un domaine.',
    https: (domain) =>
      `HTTPS : la première visite après ces deux étapes demande un certificat si l’exploitant a activé TLS. Avec votre propre proxy, ajoutez ${domain} à ses certificats.`,
    check: 'Contrôler le DNS',
    checkAgain: 'Contrôler à nouveau',
    notYet: 'Ses liens ne fonctionnent pas avant la fin de l’étape 1.',
    value: 'Valeur',
    copyName: 'Copier le nom',
    copyValue: 'Copier la valeur',
    found: (values) => `Trouvé : ${values.join(', ')}`,
    foundInstead: (values) => `Trouvé à la place : ${values.join(', ')}`,
    nothingFound: 'Rien n’a encore été trouvé.',
    behindProxy: 'Derrière un proxy comme Cloudflare, ce sont ses adresses qui sont trouvées.',
  },
}
