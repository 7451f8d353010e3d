import type { text as english } from '../en/roles.ts'

/** Names of roles, and what they allow. */
export const text: typeof english = {
  names: { viewer: 'Lecteur', editor: 'Éditeur', admin: 'Admin', owner: 'Propriétaire' },
  inSentence: { viewer: 'lecteur', editor: 'éditeur', admin: 'admin', owner: 'propriétaire' },
  allows: {
    viewer: 'Consulter les liens, les statistiques et les membres.',
    editor:
      'Aussi modifier les liens, la page de bio, les dossiers, les tags, les domaines, les vues enregistrées et les notes.',
    admin:
      'Aussi gérer les clés API, les webhooks, les membres et l’équipe elle-même, effacer des clics et consulter le journal d’audit.',
    owner: 'Aussi nommer, modifier et retirer des propriétaires.',
  },
  ownLinksOnly: (role) => `${role}, ses liens uniquement`,
}
