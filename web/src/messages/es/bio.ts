import type { text as english } from '../en/bio.ts'

export const text: typeof english = {
  title: 'Página bio',
  lead: 'Una página para todos sus enlaces.',
  open: (slug: string) => `Abrir @${slug}`,
  preview: 'Vista previa',
  yourPage: 'Su página bio',
  profile: 'Perfil',
  saveProfile: 'Guardar perfil',
  profileSaved: 'Perfil guardado',
  fields: {
    title: 'Título',
    subtitle: 'Lema',
    email: 'Correo electrónico',
    image: 'URL de la imagen',
  },
  nameOfTeam: 'Nombre del equipo',
  image: 'Imagen',
  imageFiles: 'Un archivo PNG, JPEG o WebP. También se puede soltar aquí.',
  uploadImage: 'Subir imagen',
  removeImage: 'Quitar imagen',
  imageTooLarge: 'La imagen no debe superar los 5 MB.',
}
