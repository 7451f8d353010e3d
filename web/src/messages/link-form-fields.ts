import { texts } from '../shared/language.rules.ts'

/** The labels of the fields of a link and of its lists, by their names in the API. */
export const text = texts({
  url: { en: 'Destination', de: 'Ziel', es: 'Destino', fr: 'Destination' },
  slug: { en: 'Slug', de: 'Slug', es: 'Slug', fr: 'Slug' },
  domain_id: { en: 'Domain', de: 'Domain', es: 'Dominio', fr: 'Domaine' },
  title: { en: 'Title', de: 'Titel', es: 'Título', fr: 'Titre' },
  folder_id: { en: 'Folder', de: 'Ordner', es: 'Carpeta', fr: 'Dossier' },
  tags: { en: 'Tags', de: 'Tags', es: 'Etiquetas', fr: 'Tags' },
  redirect_code: {
    en: 'Redirect code',
    de: 'Weiterleitungscode',
    es: 'Código de redirección',
    fr: 'Code de redirection',
  },
  password: { en: 'Password', de: 'Passwort', es: 'Contraseña', fr: 'Mot de passe' },
  expires_at: { en: 'Expires on', de: 'Ablaufdatum', es: 'Caduca el', fr: 'Expire le' },
  expires_after: {
    en: 'Click limit',
    de: 'Klicklimit',
    es: 'Límite de clics',
    fr: 'Limite de clics',
  },
  expire_url: {
    en: 'Expiry URL',
    de: 'Ablauf-URL',
    es: 'URL de caducidad',
    fr: 'URL d’expiration',
  },
  ab: { en: 'A/B test', de: 'A/B-Test', es: 'Prueba A/B', fr: 'Test A/B' },
  geo: {
    en: 'Geo targeting',
    de: 'Geo-Targeting',
    es: 'Destino por país',
    fr: 'Ciblage géographique',
  },
  country: { en: 'Country', de: 'Land', es: 'País', fr: 'Pays' },
  percent: {
    en: 'Share of variant',
    de: 'Anteil der Variante',
    es: 'Porcentaje de la variante',
    fr: 'Part de la variante',
  },
  rules: { en: 'Rules', de: 'Regeln', es: 'Reglas', fr: 'Règles' },
  ios: { en: 'iPhone and iPad', de: 'iPhone und iPad', es: 'iPhone y iPad', fr: 'iPhone et iPad' },
  android: { en: 'Android', de: 'Android', es: 'Android', fr: 'Android' },
})
