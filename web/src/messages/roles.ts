import { texts } from '../shared/language.rules.ts'

/** Names of roles, and what they allow. */
export const text = texts({
  names: {
    viewer: { en: 'Viewer', de: 'Betrachter', es: 'Lector', fr: 'Lecteur' },
    editor: { en: 'Editor', de: 'Bearbeiter', es: 'Editor', fr: 'Éditeur' },
    admin: { en: 'Admin', de: 'Admin', es: 'Administrador', fr: 'Admin' },
    owner: { en: 'Owner', de: 'Eigentümer', es: 'Propietario', fr: 'Propriétaire' },
  },
  inSentence: {
    viewer: { en: 'viewer', de: 'Betrachter', es: 'lector', fr: 'lecteur' },
    editor: { en: 'editor', de: 'Bearbeiter', es: 'editor', fr: 'éditeur' },
    admin: { en: 'admin', de: 'Admin', es: 'administrador', fr: 'admin' },
    owner: { en: 'owner', de: 'Eigentümer', es: 'propietario', fr: 'propriétaire' },
  },
  allows: {
    viewer: {
      en: 'Read links, analytics and members.',
      de: 'Links, Statistik und Mitglieder ansehen.',
      es: 'Ver enlaces, estadísticas y miembros.',
      fr: 'Consulter les liens, les statistiques et les membres.',
    },
    editor: {
      en: 'Also change links, the bio page, folders, tags, domains, saved views and notes.',
      de: 'Außerdem Links, Bio-Seite, Ordner, Tags, Domains, gespeicherte Ansichten und Notizen ändern.',
      es: 'Además, modificar enlaces, la página bio, carpetas, etiquetas, dominios, vistas guardadas y notas.',
      fr: 'Aussi modifier les liens, la page de bio, les dossiers, les tags, les domaines, les vues enregistrées et les notes.',
    },
    admin: {
      en: 'Also manage API keys, webhooks, members and the team itself, erase clicks, and read the audit log.',
      de: 'Außerdem API-Schlüssel, Webhooks, Mitglieder und das Team selbst verwalten, Klicks löschen und das Audit-Log lesen.',
      es: 'Además, gestionar claves de API, webhooks, miembros y el propio equipo, borrar clics y consultar la auditoría.',
      fr: 'Aussi gérer les clés API, les webhooks, les membres et l’équipe elle-même, effacer des clics et consulter le journal d’audit.',
    },
    owner: {
      en: 'Also appoint, change and remove owners.',
      de: 'Außerdem Eigentümer ernennen, ändern und entfernen.',
      es: 'Además, nombrar, cambiar y quitar propietarios.',
      fr: 'Aussi nommer, modifier et retirer des propriétaires.',
    },
  },
  ownLinksOnly: {
    en: '{role}, own links only',
    de: '{role}, nur eigene Links',
    es: '{role}, solo enlaces propios',
    fr: '{role}, ses liens uniquement',
  },
})
