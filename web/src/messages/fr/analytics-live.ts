import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/analytics-live.ts'

export const text: typeof english = {
  connecting: 'Connexion…',
  listening: 'En attente du prochain clic',
  interrupted: 'Interrompu ; nouvelle connexion…',
  fresh: (clicks) => counted(clicks, 'nouveau', 'nouveaux'),
  someFiltersIgnored: 'Les filtres par dossier, tag et recherche ne s’appliquent pas ici.',
  place: (city, country) => `${city}, ${country}`,
  unknownPlace: 'Lieu inconnu',
  program: (browser, system) => `${browser} sur ${system}`,
  unknownProgram: 'Programme inconnu',
  direct: 'accès direct',
}
