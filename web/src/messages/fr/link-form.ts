import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/link-form.ts'

/** Texts of the form of a link. */
export const text: typeof english = {
  createLink: 'Créer un lien',
  editLink: 'Modifier le lien',
  duplicateLink: 'Dupliquer le lien',
  loading: 'Chargement',
  noDomain: 'Aucun domaine pour l’instant',
  needsDomain:
    'Un lien court nécessite un domaine de votre équipe, par exemple go.boutique.example.',
  addDomain: 'Ajouter un domaine',
  restoredDraft: 'Votre saisie précédente a été restaurée.',
  discard: 'Abandonner',
  titleFetched: 'Repris de la page si vide',
  slugGenerated: 'Généré si vide',
  slugAvailable: 'Disponible',
  slugRefused: {
    taken: 'est déjà pris sur ce domaine',
    reserved_slug: 'est un mot réservé',
    invalid_slug: 'ne peut contenir que lettres, chiffres et - _ . ~',
    too_long: 'est trop long',
  },
  slugUnavailable: 'n’est pas disponible',
  domainNotVerified: (domain) =>
    `${domain} n’est pas encore vérifié : d’ici là, ses liens ne fonctionnent pas.`,
  noLabel: 'Aucun',
  createLabel: (name) => `Créer « ${name} »`,

  utm: {
    section: 'Paramètres UTM',
    examples: {
      source: 'infolettre',
      medium: 'e-mail',
      campaign: 'soldes-automne',
      term: 'chaussures rouges',
      content: 'en-tete',
      reference: 'partenaire-7',
    },
    arrivesAt: 'Les visiteurs arrivent sur',
    noDestination: 'Saisissez d’abord une destination',
  },
  ab: {
    rest: '{share} vont vers la destination ci-dessus',
    restAndOthers: '{share} vont vers la destination ci-dessus, les autres vers :',
    percent: (share) => `${share} %`,
    destinationOf: (row) => `Destination de la variante ${row}`,
    shareOf: (row) => `Part de la variante ${row}`,
    percentOf: (row) => `Part de la variante ${row} en pour cent`,
    remove: (row) => `Retirer la variante ${row}`,
    add: 'Ajouter une variante',
    reason: 'Variante A/B. Un visiteur obtient toujours la même.',
  },
  lists: {
    geo: {
      counted: (rows) => counted(rows, 'pays', 'pays'),
      intro:
        'Les visiteurs de ces pays sont redirigés ici, tous les autres vers la destination ci-dessus.',
      choice: 'Pays',
      choiceOf: (row) => `Pays ${row}`,
      destinationOf: (row) => `Destination du pays ${row}`,
      remove: (row) => `Retirer le pays ${row}`,
      add: 'Ajouter un pays',
      reason: 'Destination pour ce pays.',
    },
  },
  devices: {
    section: 'Ciblage par appareil',
    listed: (devices) => devices.join(', '),
    reasons: {
      ios: 'Destination pour iPhone et iPad.',
      android: 'Destination pour Android.',
    },
  },
  expiry: {
    section: 'Expiration',
    clicks: (limit) => counted(limit, 'clic', 'clics'),
    dateOrClicks: (date, clicks) => `${date} ou ${clicks}`,
    inTimeZone: (zone) => `Dans le fuseau horaire ${zone}`,
    exact: 'Exacte : les personnes ne dépassent jamais la limite',
    noLimit: 'Sans limite',
    pageIfEmpty: 'Si vide, une page indique aux visiteurs que le lien a expiré.',
  },
  password: {
    set: 'Défini',
    replace: 'Nouveau mot de passe',
    isSet: 'Le lien demande un mot de passe. Il ne peut pas être affiché, seulement remplacé.',
    explained: 'Les visiteurs doivent le saisir avant d’être redirigés.',
    keep: 'Conserver le mot de passe',
    remove: 'Retirer le mot de passe',
    willBeRemoved: 'Sera retiré à l’enregistrement.',
  },
  code: {
    temporary: '302, temporaire',
    temporaryExplained:
      'Chaque visite est comptée, et les modifications prennent effet immédiatement.',
    permanent: '301, permanente',
    permanentExplained:
      'Les navigateurs la mettent en cache et contournent ce service : les visites répétées ne sont pas comptées, et les anciens visiteurs ne voient jamais une nouvelle destination. Les moteurs de recherche créditent la destination.',
  },
  tryOut: {
    title: 'Tester ce lien',
    from: 'Visiteur de',
    anywhere: 'Tous les pays',
    on: 'Appareil',
    devices: {
      computer: 'Un ordinateur',
      iphone: 'Un iPhone',
      android: 'Un téléphone Android',
    },
    at: 'Moment',
    tryIt: 'Tester',
    testsSaved: 'Teste le lien enregistré, sans les modifications en cours.',
    deleted: 'Introuvable : le lien a été supprimé.',
    domain: 'Introuvable : le domaine n’est pas encore vérifié.',
    password: 'Affiche la demande de mot de passe.',
    url: 'Destination principale.',
    expiredElsewhere: 'Expiré : redirige vers l’URL prévue après expiration.',
    expired: 'Expiré : affiche la page des liens expirés.',
  },
}
