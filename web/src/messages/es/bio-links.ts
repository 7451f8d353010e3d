import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/bio-links.ts'

export const text: typeof english = {
  noLinks: 'Añada enlaces a su sitio web y a sus perfiles en las redes sociales.',
  addLink: 'Añadir enlace',
  editLink: 'Editar enlace',
  url: 'URL o nombre de usuario',
  urlOrName:
    'Una URL completa o un nombre de usuario de la plataforma elegida. Para cualquier otro sitio, elija Sitio web.',
  platform: 'Plataforma',
  detect: 'Detectar por la URL',
  website: 'Sitio web',
  label: 'Texto',
  defaultLabel: 'Nombre de la plataforma o dominio del sitio web',
  clicks: (clicks: number) => counted(clicks, 'clic', 'clics'),
  moveNamed: (link: string) => `Mover ${link}`,
  showNamed: (link: string) => `Mostrar ${link}`,
  editNamed: (link: string) => `Editar ${link}`,
  deleteNamed: (link: string) => `Eliminar ${link}`,
  askDelete: (link: string) => `¿Eliminar «${link}»?`,
  deleteLink: 'Eliminar enlace',
  deleted: (link: string) => `Se ha eliminado «${link}»`,
  afterDelete: 'Desaparecerá de su página bio. Esta acción no se puede deshacer.',
}
