import type { text as english } from '../en/api.ts'

/** Texts for what the API does not say itself. */
export const text: typeof english = {
  keyInvalid: 'Cette clé API n’est plus valide.',
  sessionEnded: 'Votre session est terminée. Reconnectez-vous.',
  noAnswer: 'Pas de réponse',
  unexpected: 'Une erreur est survenue sur cette page. Rechargez-la et réessayez.',
  unreachable:
    'Fingerpost ne répond pas. Vérifiez votre connexion ; votre travail est toujours là.',
  noReason: (status) => `Le serveur a répondu ${status} sans motif.`,
}
