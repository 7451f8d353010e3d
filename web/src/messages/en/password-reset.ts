export const text = {
  title: 'Set a new password',
  setPassword: 'Set password',
  endsSessions: 'Ends all of your sessions.',
  changed: 'Password changed',
  sessionsEnded: 'All of your sessions have ended.',
  signIn: 'Sign in',
}
