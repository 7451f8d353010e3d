import { plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'

export const text = {
  title: 'Set a new password',
  setPassword: 'Set password',
  endsSessions: 'Ends all of your sessions.',
  changed: 'Password changed',
  sessionsEnded: 'All of your sessions have ended.',
  verified:
    'Your email address is verified now. Because anyone could have created this account with it, the passkeys and API keys that it had were removed.',
  left: (teams: readonly string[]) =>
    `Your account left these teams: ${teams.join(', ')}. Ask for a new invitation if you need one.`,
  others: 'Other ways to sign in to this account',
  nothing: 'There are no other ways to sign in to this account.',
  passkey: (name: string) => `Passkey ${name}`,
  added: 'added {added}',
  sso: (provider: string) => `Single sign-on with ${provider}`,
  keys: (count: number) =>
    plural(
      count,
      'One API key of yours keeps working.',
      `${formatCount(count)} API keys of yours keep working.`,
    ),
  unknown: 'If you do not recognize something, sign in and remove it.',
  signIn: 'Sign in',
}
