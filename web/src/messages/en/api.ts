/** Texts of errors that do not come from the API. */
export const text = {
  keyInvalid: 'This API key is no longer valid.',
  sessionEnded: 'Your session has ended. Sign in again.',
  noAnswer: 'No answer',
  unexpected: 'Something went wrong on this page. Reload it and try again.',
  unreachable: 'Fingerpost does not answer. Check your connection; your work is still here.',
  noReason: (status: number) => `The server answered with status ${status}, without a reason.`,
}
