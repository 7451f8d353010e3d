import type { text as english } from '../en/link-form-fields.ts'

/** Fields of a link as the form, problems and imports name them, if not by their names of the API. */
export const text: typeof english = {
  url: 'Destination',
  domain_id: 'Domaine',
  folder_id: 'Dossier',
  expires_at: 'Expire le',
  expires_after: 'Limite de clics',
  expire_url: 'Après expiration, rediriger vers',
  percent: 'Part de la variante',
  ios: 'iPhone et iPad',
  android: 'Android',
}
