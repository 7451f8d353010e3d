import type { text as english } from '../en/link-form-fields.ts'

export const text: typeof english = {
  url: 'Destino',
  slug: 'Slug',
  domain_id: 'Dominio',
  title: 'Título',
  folder_id: 'Carpeta',
  tags: 'Etiquetas',
  redirect_code: 'Código de redirección',
  password: 'Contraseña',
  expires_at: 'Caduca el',
  expires_after: 'Límite de clics',
  expire_url: 'URL de caducidad',
  ab: 'Prueba A/B',
  geo: 'Destino por país',
  country: 'País',
  percent: 'Porcentaje de la variante',
  ios: 'iPhone y iPad',
  android: 'Android',
}
