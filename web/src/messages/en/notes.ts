/** Texts of the notes on the chart of clicks. */
export const text = {
  add: 'Add note',
  edit: 'Edit note',
  text: 'Note',
  shared: 'Everyone in the team sees it.',
  at: 'Date and time',
  inZone: (zone: string) => `In the time zone ${zone}`,
  onlyLink: 'Only for this link',
  onlyLinkMeans: 'Otherwise, it is shown for all links.',
  saved: 'Note saved',
  showAll: (notes: number) => `Show all ${notes} notes`,
  editOne: (note: string) => `Edit the note “${note}”`,
  deleteOne: (note: string) => `Delete the note “${note}”`,
  deleteTitle: 'Delete this note?',
  deleteQuestion: (note: string) => `“${note}” disappears from the charts of everyone in the team.`,
  delete: 'Delete note',
  deleted: 'Note deleted',
}
