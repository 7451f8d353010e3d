import type { text as english } from '../en/link-form-fields.ts'

export const text: typeof english = {
  url: 'Ziel',
  slug: 'Slug',
  domain_id: 'Domain',
  title: 'Titel',
  folder_id: 'Ordner',
  tags: 'Tags',
  redirect_code: 'Weiterleitungscode',
  password: 'Passwort',
  expires_at: 'Ablaufdatum',
  expires_after: 'Klicklimit',
  expire_url: 'Ablauf-URL',
  ab: 'A/B-Test',
  geo: 'Geo-Targeting',
  country: 'Land',
  percent: 'Anteil der Variante',
  ios: 'iPhone und iPad',
  android: 'Android',
}
