/** Texts of the page that a one-time link opens. */
export const text = {
  title: 'Sign in to Fingerpost',
  signingIn: 'Signing in',
  toTeam: (team: string) => `Sign in to ${team}`,
  toTeamAsked: (team: string) => `Sign in to ${team}?`,
  onlyIfRequested: (team: string) =>
    `This link signs you in to the team ${team}. Continue only if you requested it: everything you create will belong to this team.`,
  anotherWay: 'Sign in another way',
  welcome: (team: string) => `Welcome to ${team}`,
  nobodyYet:
    'Nobody has an account in this team yet. Create yours as its owner, or sign in without one, with the API key of the team. Continue only if you requested this link: everything you create will belong to this team.',
  createAccount: 'Create your account',
  withoutAccount: 'Continue without an account',
}
