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
}
