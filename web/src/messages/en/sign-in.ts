export const text = {
  title: 'Sign in to Fingerpost',
  signIn: 'Sign in',
  toJoin: (team: string) => `Sign in to join ${team}`,
  keyIsKept: 'Enter an API key of your team. It is kept in this tab until you close it.',
  insecure: 'To sign in with your account, open the dashboard over HTTPS.',
  apiKey: 'API key',
  useKey: 'Use an API key',
  useAccount: 'Use your account',
  or: 'or',
  withPasskey: 'Sign in with a passkey',
  withSso: (provider: string) => `Sign in with ${provider}`,
  forgotYours: 'Forgot your password?',
  forgotten: 'Forgotten password',
  sendLink: 'Send a link',
  linkSent:
    'If there is an account with this address, a link is on its way. It works once, for an hour.',
  back: 'Back to sign-in',
}
