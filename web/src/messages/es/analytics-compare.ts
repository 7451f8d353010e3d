import type { text as english } from '../en/analytics-compare.ts'

export const text: typeof english = {
  compare: 'Comparar',
  kinds: { link_id: 'Enlaces', domain_id: 'Dominios', tag_id: 'Etiquetas' },
  searchFor: {
    link_id: 'Buscar enlaces',
    domain_id: 'Buscar dominios',
    tag_id: 'Buscar etiquetas',
  },
  noMatches: 'Sin coincidencias',
  choose: (least: number, most: number) => `Elija de ${least} a ${most}.`,
}
