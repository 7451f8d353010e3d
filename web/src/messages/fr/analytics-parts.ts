import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/analytics-parts.ts'

/** Texts of the parts of the page of analytics that the page of a link has too. */
export const text: typeof english = {
  only: (value) => `Uniquement ${value}`,
  notStored: 'Non enregistré',
  before: (clicks) => `${clicks} avant`,
  clicks: (clicks) => counted(clicks, 'clic', 'clics'),
  visitors: (visitors) => counted(visitors, 'visiteur', 'visiteurs'),
  visitorsUnknown: '– visiteurs',
  visitorsNote:
    'Chaque visiteur est compté une fois par jour UTC, et les jours s’additionnent. Les clics importés, antérieurs à ce comptage ou avec refus du suivi n’ont pas de visiteur ; – à la place d’un nombre signifie qu’aucun n’est connu.',
  noFolder: 'Aucun',
  noValue: 'Sans valeur',
  unknown: 'Inconnu',
  direct: 'Direct',
  weekOf: (day) => `Semaine du ${day}`,
  notes: 'Notes',
  addNote: 'Ajouter une note',
  soFar: (step) => `${step}, en cours`,
  since: (days, time) => `${days}, à partir de ${time}`,
  until: (days, time) => `${days}, jusqu’à ${time}`,
}
