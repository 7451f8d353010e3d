import type { text as english } from '../en/link-form-fields.ts'

/** The labels of the fields of a link and of its lists, by their names in the API. */
export const text: typeof english = {
  url: 'Destination',
  slug: 'Slug',
  domain_id: 'Domaine',
  title: 'Titre',
  folder_id: 'Dossier',
  tags: 'Tags',
  redirect_code: 'Code de redirection',
  password: 'Mot de passe',
  expires_at: 'Expire le',
  expires_after: 'Limite de clics',
  expire_url: 'URL d’expiration',
  ab: 'Test A/B',
  geo: 'Ciblage géographique',
  country: 'Pays',
  percent: 'Part de la variante',
  ios: 'iPhone et iPad',
  android: 'Android',
}
