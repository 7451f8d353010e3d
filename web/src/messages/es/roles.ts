import type { text as english } from '../en/roles.ts'

export const text: typeof english = {
  names: { viewer: 'Lector', editor: 'Editor', admin: 'Administrador', owner: 'Propietario' },
  inSentence: { viewer: 'lector', editor: 'editor', admin: 'administrador', owner: 'propietario' },
  allows: {
    viewer: 'Ver enlaces, estadísticas y miembros.',
    editor:
      'Además, modificar enlaces, la página bio, carpetas, etiquetas, dominios, vistas guardadas y notas.',
    admin:
      'Además, gestionar claves de API, webhooks, miembros y el propio equipo, borrar clics y consultar la auditoría.',
    owner: 'Además, nombrar, cambiar y quitar propietarios.',
  },
  ownLinksOnly: (role: string) => `${role}, solo enlaces propios`,
}
