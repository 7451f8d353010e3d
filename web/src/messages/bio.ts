import { texts } from '../shared/language.rules.ts'

/** Texts of the bio page and of its profile. */
export const text = texts({
  title: { en: 'Bio page', de: 'Bio-Seite', es: 'Página bio', fr: 'Page de bio' },
  lead: {
    en: 'One page for all your links.',
    de: 'Eine Seite für alle Links.',
    es: 'Una página para todos sus enlaces.',
    fr: 'Une seule page pour tous vos liens.',
  },
  open: { en: 'Open @{slug}', de: '@{slug} öffnen', es: 'Abrir @{slug}', fr: 'Ouvrir @{slug}' },
  preview: { en: 'Preview', de: 'Vorschau', es: 'Vista previa', fr: 'Aperçu' },
  yourPage: {
    en: 'Your bio page',
    de: 'Ihre Bio-Seite',
    es: 'Su página bio',
    fr: 'Votre page de bio',
  },
  profile: { en: 'Profile', de: 'Profil', es: 'Perfil', fr: 'Profil' },
  saveProfile: {
    en: 'Save profile',
    de: 'Profil speichern',
    es: 'Guardar perfil',
    fr: 'Enregistrer le profil',
  },
  profileSaved: {
    en: 'Profile saved',
    de: 'Profil gespeichert',
    es: 'Perfil guardado',
    fr: 'Profil enregistré',
  },
  fields: {
    title: { en: 'Title', de: 'Titel', es: 'Título', fr: 'Titre' },
    subtitle: { en: 'Tagline', de: 'Untertitel', es: 'Lema', fr: 'Accroche' },
    email: { en: 'Email', de: 'E-Mail', es: 'Correo electrónico', fr: 'E-mail' },
    image: { en: 'Image URL', de: 'Bild-URL', es: 'URL de la imagen', fr: 'URL de l’image' },
  },
  nameOfTeam: {
    en: 'Name of the team',
    de: 'Name des Teams',
    es: 'Nombre del equipo',
    fr: 'Nom de l’équipe',
  },
  image: { en: 'Image', de: 'Bild', es: 'Imagen', fr: 'Image' },
  imageFiles: {
    en: 'A PNG, JPEG or WebP file. You can also drop it here.',
    de: 'Eine PNG-, JPEG- oder WebP-Datei. Sie kann auch hier abgelegt werden.',
    es: 'Un archivo PNG, JPEG o WebP. También se puede soltar aquí.',
    fr: 'Un fichier PNG, JPEG ou WebP. Vous pouvez aussi le déposer ici.',
  },
  uploadImage: {
    en: 'Upload image',
    de: 'Bild hochladen',
    es: 'Subir imagen',
    fr: 'Importer une image',
  },
  removeImage: {
    en: 'Remove image',
    de: 'Bild entfernen',
    es: 'Quitar imagen',
    fr: 'Retirer l’image',
  },
  imageTooLarge: {
    en: 'The image must not be larger than 5 MB.',
    de: 'Das Bild darf höchstens 5 MB groß sein.',
    es: 'La imagen no debe superar los 5 MB.',
    fr: 'L’image ne doit pas dépasser 5 Mo.',
  },
})
