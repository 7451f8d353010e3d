import type { text as english } from '../en/bio.ts'

export const text: typeof english = {
  title: 'Bio-Seite',
  lead: 'Eine Seite für alle Links.',
  open: (slug) => `@${slug} öffnen`,
  preview: 'Vorschau',
  yourPage: 'Ihre Bio-Seite',
  profile: 'Profil',
  saveProfile: 'Profil speichern',
  profileSaved: 'Profil gespeichert',
  fields: { title: 'Titel', subtitle: 'Untertitel', email: 'E-Mail', image: 'Bild-URL' },
  nameOfTeam: 'Name des Teams',
  image: 'Bild',
  imageFiles: 'Eine PNG-, JPEG- oder WebP-Datei. Sie kann auch hier abgelegt werden.',
  uploadImage: 'Bild hochladen',
  removeImage: 'Bild entfernen',
  imageTooLarge: 'Das Bild darf höchstens 5 MB groß sein.',
}
