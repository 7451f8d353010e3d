import { texts } from '../shared/language.rules.ts'

/** Texts of the notes on the chart of clicks. */
export const text = texts({
  add: { en: 'Add note', de: 'Notiz hinzufügen', es: 'Añadir nota', fr: 'Ajouter une note' },
  edit: { en: 'Edit note', de: 'Notiz bearbeiten', es: 'Editar nota', fr: 'Modifier la note' },
  text: { en: 'Note', de: 'Notiz', es: 'Nota', fr: 'Note' },
  shared: {
    en: 'Everyone in the team sees it.',
    de: 'Alle im Team sehen sie.',
    es: 'Todo el equipo la ve.',
    fr: 'Toute l’équipe la voit.',
  },
  at: { en: 'Date and time', de: 'Datum und Uhrzeit', es: 'Fecha y hora', fr: 'Date et heure' },
  inZone: {
    en: 'In the time zone {zone}',
    de: 'In der Zeitzone {zone}',
    es: 'En la zona horaria {zone}',
    fr: 'Dans le fuseau horaire {zone}',
  },
  onlyLink: {
    en: 'Only for this link',
    de: 'Nur für diesen Link',
    es: 'Solo para este enlace',
    fr: 'Seulement pour ce lien',
  },
  onlyLinkMeans: {
    en: 'Otherwise, it is shown for all links.',
    de: 'Andernfalls wird sie für alle Links angezeigt.',
    es: 'Si no, se muestra en todos los enlaces.',
    fr: 'Sinon, elle est affichée pour tous les liens.',
  },
  saved: { en: 'Note saved', de: 'Notiz gespeichert', es: 'Nota guardada', fr: 'Note enregistrée' },
  savedOutside: {
    en: 'Saved the note for {date}. It is outside the selected period.',
    de: 'Notiz vom {date} gespeichert. Sie liegt außerhalb des ausgewählten Zeitraums.',
    es: 'Nota del {date} guardada. Está fuera del período seleccionado.',
    fr: 'Note du {date} enregistrée. Elle est en dehors de la période sélectionnée.',
  },
  showAll: {
    en: 'Show all {notes} notes',
    de: 'Alle {notes} Notizen anzeigen',
    es: 'Mostrar las {notes} notas',
    fr: 'Afficher les {notes} notes',
  },
  editOne: {
    en: 'Edit the note “{note}”',
    de: 'Notiz „{note}“ bearbeiten',
    es: 'Editar la nota «{note}»',
    fr: 'Modifier la note « {note} »',
  },
  deleteOne: {
    en: 'Delete the note “{note}”',
    de: 'Notiz „{note}“ löschen',
    es: 'Eliminar la nota «{note}»',
    fr: 'Supprimer la note « {note} »',
  },
  deleteTitle: {
    en: 'Delete this note?',
    de: 'Diese Notiz löschen?',
    es: '¿Eliminar esta nota?',
    fr: 'Supprimer cette note ?',
  },
  deleteQuestion: {
    en: '“{note}” disappears from the charts of everyone in the team.',
    de: '„{note}“ verschwindet aus den Diagrammen aller im Team.',
    es: '«{note}» desaparece de los gráficos de todo el equipo.',
    fr: '« {note} » disparaît des graphiques de toute l’équipe.',
  },
  delete: { en: 'Delete note', de: 'Notiz löschen', es: 'Eliminar nota', fr: 'Supprimer la note' },
  deleted: { en: 'Note deleted', de: 'Notiz gelöscht', es: 'Nota eliminada', fr: 'Note supprimée' },
})
