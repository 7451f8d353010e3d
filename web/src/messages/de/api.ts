import type { text as english } from '../en/api.ts'

export const text: typeof english = {
  keyInvalid: 'Dieser API-Schlüssel ist nicht mehr gültig.',
  sessionEnded: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  noAnswer: 'Keine Antwort',
  unexpected:
    'Auf dieser Seite ist etwas schiefgelaufen. Bitte laden Sie sie neu und versuchen Sie es erneut.',
  unreachable:
    'Fingerpost antwortet nicht. Bitte prüfen Sie die Verbindung; Ihre Eingaben sind noch da.',
  noReason: (status) => `Der Server hat mit ${status} und ohne Begründung geantwortet.`,
}
