import type { text as english } from '../en/link-form-fields.ts'

export const text: typeof english = {
  url: 'Ziel',
  domain_id: 'Domain',
  folder_id: 'Ordner',
  expires_at: 'Ablaufdatum',
  expires_after: 'Klicklimit',
  expire_url: 'Weiterleitung nach Ablauf',
  percent: 'Anteil der Variante',
  ios: 'iPhone und iPad',
  android: 'Android',
}
