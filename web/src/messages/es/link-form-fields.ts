import type { text as english } from '../en/link-form-fields.ts'

export const text: typeof english = {
  url: 'Destino',
  domain_id: 'Dominio',
  folder_id: 'Carpeta',
  expires_at: 'Caduca el',
  expires_after: 'Límite de clics',
  expire_url: 'Redirigir visitas caducadas a',
  percent: 'Porcentaje de la variante',
  ios: 'iPhone y iPad',
  android: 'Android',
}
