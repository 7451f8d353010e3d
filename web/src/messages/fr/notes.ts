import type { text as english } from '../en/notes.ts'

export const text: typeof english = {
  add: 'Ajouter une note',
  edit: 'Modifier la note',
  text: 'Note',
  shared: 'Toute l’équipe la voit.',
  at: 'Date et heure',
  inZone: (zone: string) => `Dans le fuseau horaire ${zone}`,
  onlyLink: 'Seulement pour ce lien',
  onlyLinkMeans: 'Sinon, elle est affichée pour tous les liens.',
  saved: 'Note enregistrée',
  savedOutside: (date: string) =>
    `Note du ${date} enregistrée. Elle est en dehors de la période affichée.`,
  showAll: (notes: number) => `Afficher les ${notes} notes`,
  editOne: (note: string) => `Modifier la note « ${note} »`,
  deleteOne: (note: string) => `Supprimer la note « ${note} »`,
  deleteTitle: 'Supprimer cette note ?',
  deleteQuestion: (note: string) => `« ${note} » disparaît des graphiques de toute l’équipe.`,
  delete: 'Supprimer la note',
  deleted: 'Note supprimée',
}
