/** Texts for what the API does not say itself. */
export const text = {
  keyInvalid: 'This API key is no longer valid.',
  sessionEnded: 'Your session has ended. Sign in again.',
  noAnswer: 'No answer',
  unexpected: 'Something went wrong on this page. Reload it and try again.',
  unreachable: 'Fingerpost does not answer. Check your connection; your work is still here.',
  noReason: (status: number) => `The server answered ${status} and no reason.`,
}
