import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/labels.ts'

export const text: typeof english = {
  folder: {
    title: 'Carpetas',
    purpose:
      'Un enlace está en una sola carpeta o en ninguna: una por cliente, campaña o departamento.',
    create: 'Crear carpeta',
    edit: 'Editar carpeta',
    none: 'Aún no hay carpetas',
    search: 'Buscar carpetas',
    noMatch: 'Ninguna carpeta contiene eso en el nombre.',
    delete: 'Eliminar carpeta',
    deleted: (name: string) => `Se ha eliminado la carpeta «${name}»`,
    afterDelete: 'Sus enlaces permanecen, sin la carpeta. Esta acción no se puede deshacer.',
  },
  tag: {
    title: 'Etiquetas',
    purpose:
      'Un enlace tiene cualquier número de etiquetas, para encontrar y contar juntos los enlaces relacionados.',
    create: 'Crear etiqueta',
    edit: 'Editar etiqueta',
    none: 'Aún no hay etiquetas',
    search: 'Buscar etiquetas',
    noMatch: 'Ninguna etiqueta contiene eso en el nombre.',
    delete: 'Eliminar etiqueta',
    deleted: (name: string) => `Se ha eliminado la etiqueta «${name}»`,
    afterDelete: 'Sus enlaces permanecen, sin la etiqueta. Esta acción no se puede deshacer.',
  },
  searchNames: 'Buscar nombres',
  analytics: 'Estadísticas',
  links: (links: number) => counted(links, 'enlace', 'enlaces'),
  clicks: (clicks: number) => counted(clicks, 'clic', 'clics'),
  linksIn: (links: string, name: string) => `${links} en ${name}`,
  clicksIn: (clicks: string, name: string) => `${clicks} de los enlaces en ${name}`,
  editNamed: (name: string) => `Editar ${name}`,
  editByKey: 'Editar (e)',
  deleteNamed: (name: string) => `Eliminar ${name}`,
  askDelete: (name: string) => `¿Eliminar «${name}»?`,
  color: 'Color',
  noColor: 'Ninguno',
  pickColor: 'Tomar un color de la pantalla',
}
