import { texts } from '../shared/language.rules.ts'

/** Texts of errors that do not come from the API. */
export const text = texts({
  keyInvalid: {
    en: 'This API key is no longer valid.',
    de: 'Dieser API-Schlüssel ist nicht mehr gültig.',
    es: 'Esta clave de API ya no es válida.',
    fr: 'Cette clé API n’est plus valide.',
  },
  sessionEnded: {
    en: 'Your session has ended. Sign in again.',
    de: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
    es: 'Su sesión ha terminado. Vuelva a iniciar sesión.',
    fr: 'Votre session est terminée. Reconnectez-vous.',
  },
  noAnswer: { en: 'No answer', de: 'Keine Antwort', es: 'Sin respuesta', fr: 'Pas de réponse' },
  notAllowed: {
    en: 'Your role does not allow this.',
    de: 'Ihre Rolle erlaubt das nicht.',
    es: 'Su rol no lo permite.',
    fr: 'Votre rôle ne le permet pas.',
  },
  unexpected: {
    en: 'Something went wrong on this page. Reload it and try again.',
    de: 'Auf dieser Seite ist etwas schiefgelaufen. Bitte laden Sie sie neu und versuchen Sie es erneut.',
    es: 'Se ha producido un error en esta página. Recárguela e inténtelo de nuevo.',
    fr: 'Une erreur est survenue sur cette page. Rechargez-la et réessayez.',
  },
  unreachable: {
    en: 'Fingerpost does not answer. Check your connection; your work is still here.',
    de: 'Fingerpost antwortet nicht. Bitte prüfen Sie die Verbindung; Ihre Eingaben sind noch da.',
    es: 'Fingerpost no responde. Compruebe la conexión; lo que ha introducido no se ha perdido.',
    fr: 'Fingerpost ne répond pas. Vérifiez votre connexion ; votre travail est toujours là.',
  },
  noReason: {
    en: 'The server answered with status {status}, without a reason.',
    de: 'Der Server hat mit {status} und ohne Begründung geantwortet.',
    es: 'El servidor ha respondido {status} sin indicar el motivo.',
    fr: 'Le serveur a répondu {status} sans motif.',
  },
})
