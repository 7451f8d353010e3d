import type { text as english } from '../en/bio.ts'

/** Texts of the bio page and of its profile. */
export const text: typeof english = {
  title: 'Page de bio',
  lead: 'Une seule page pour tous vos liens.',
  open: (slug) => `Ouvrir @${slug}`,
  preview: 'Aperçu',
  yourPage: 'Votre page de bio',
  profile: 'Profil',
  saveProfile: 'Enregistrer le profil',
  profileSaved: 'Profil enregistré',
  fields: { title: 'Titre', subtitle: 'Accroche', email: 'E-mail', image: 'URL de l’image' },
  nameOfTeam: 'Nom de l’équipe',
  image: 'Image',
  imageFiles: 'Un fichier PNG, JPEG ou WebP. Vous pouvez aussi le déposer ici.',
  uploadImage: 'Importer une image',
  removeImage: 'Retirer l’image',
  imageTooLarge: 'L’image ne doit pas dépasser 5 Mo.',
}
