import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/erasures.ts'

export const text: typeof english = {
  title: 'Supprimer des clics',
  means:
    'Supprime des clics par lien, domaine, période ou adresse IP. Les totaux des liens les comptent toujours.',
  open: 'Choisir les clics',
  which: 'Seuls les clics qui remplissent toutes ces conditions sont supprimés.',
  links: 'Liens',
  anyLink: 'Tous les liens',
  noLink: 'Aucun lien ne correspond',
  anyDomain: 'Tous les domaines',
  from: 'À partir du',
  to: 'Avant le',
  inZone: (zone) => `Heure de ${zone}. Vide : sans limite`,
  address: 'Adresse IP ou réseau',
  anyAddress: 'Toutes les adresses',
  addressMeans: {
    full: 'Par exemple 192.0.2.7 ou 2001:db8::/32',
    truncated:
      'Cette instance ne conserve que des réseaux : 192.0.2.0/24 ou plus grand, 2001:db8::/48 ou plus grand',
  },
  preview: 'Afficher le nombre de clics',
  nothing: 'Choisissez des liens, un domaine, une période ou une adresse.',
  none: 'Aucun clic ne correspond',
  ask: (clicks, complete) =>
    complete
      ? `Supprimer ${counted(clicks, 'clic', 'clics')} ?`
      : `Supprimer au moins ${counted(clicks, 'clic', 'clics')} ?`,
  after: (links) =>
    `Les clics de ${counted(links, 'lien', 'liens')}, y compris ceux des robots, disparaissent des statistiques et sont supprimés en quelques minutes. Les totaux des liens les comptent toujours. Cette action est irréversible.`,
  uncounted: 'Les clics sont trop nombreux pour être tous comptés maintenant.',
  confirm: 'Supprimer les clics',
  requested: 'Les clics sont en cours de suppression',
  list: 'Clics supprimés',
  states: {
    queued: () => 'En attente de l’enregistrement des derniers clics',
    erasing: (erased, found) =>
      `${counted(erased, 'clic supprimé', 'clics supprimés')} sur ${counted(found, 'clic', 'clics')}`,
    done: (_, found) => counted(found, 'clic supprimé', 'clics supprimés'),
  },
  failing:
    'Les clics ne peuvent pas être supprimés pour le moment. La suppression est retentée automatiquement ; si ce message persiste, prévenez l’opérateur de cette instance.',
  requestedBy: 'Demandé {when} par {who}',
  requestedAt: 'Demandé {when}',
  operator: 'l’opérateur',
  formerDomain: 'Un domaine supprimé',
  countOfLinks: (links) => counted(links, 'lien', 'liens'),
  since: (time) => `à partir du ${time}`,
  before: (time) => `avant le ${time}`,
}
