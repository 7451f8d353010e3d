import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/settings.ts'

export const text: typeof english = {
  title: 'Paramètres',
  appearance: 'Apparence',
  system: 'Système',
  light: 'Clair',
  dark: 'Sombre',
  session: 'Cette session',
  signedInAs: 'Vous utilisez le compte {email}.',
  keyIsKept: 'La clé API est conservée dans cet onglet jusqu’à sa fermeture.',
  team: 'Équipe',
  teamSaved: 'Équipe enregistrée',
  slug: 'Slug de la page de bio',
  logo: 'Logo',
  timeZone: 'Fuseau horaire de l’équipe',
  timeZoneMeans: 'Pour les jours et les heures des statistiques. Vide : celui de chaque personne.',
  ownTimeZone: 'Celui de chaque personne',
  imageUrl: 'URL de l’image',
  retention: {
    title: 'Conservation des clics',
    months: 'Mois de conservation des clics',
    means:
      'Mois entiers, plus le mois en cours. Les clics antérieurs sont supprimés automatiquement ; les totaux des liens les comptent toujours. Vide : aussi longtemps que cette instance les conserve.',
    forever: 'Illimité',
    save: 'Enregistrer la durée',
    saved: 'Durée de conservation enregistrée',
    ask: (clicks) => `Supprimer ${counted(clicks, 'clic', 'clics')} ?`,
    after: (date, links) =>
      `Les clics de ${counted(links, 'lien', 'liens')} antérieurs au ${date} (UTC), y compris ceux des robots, disparaissent des statistiques en quelques minutes, puis sont supprimés. Chaque mois, les clics les plus anciens suivent. Cette action est irréversible.`,
    confirm: 'Supprimer les clics',
  },
  export: {
    title: 'Export de l’équipe',
    means:
      'Un fichier ZIP avec les liens, les clics, les domaines, la page de bio, les membres et les paramètres de l’équipe, qu’une autre instance peut importer. Il contient des données personnelles. Avec beaucoup de clics, l’export prend plusieurs minutes : laissez cet onglet ouvert.',
    action: 'Exporter l’équipe',
  },
}
