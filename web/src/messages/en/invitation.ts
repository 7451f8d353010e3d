/** Texts of the page that accepts an invitation. */
export const text = {
  title: 'Invitation',
  insecure: 'To accept it, open this address over HTTPS.',
  goToDashboard: 'Go to the dashboard',
  join: (team: string) => `Join ${team}`,
  invitedAs: (team: string, role: string) => `You are invited to the team ${team} as ${role}.`,
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signedInAsMember: (email: string) =>
    `You are signed in as ${email}, who is a member of this team.`,
  otherAccount: 'Use another account',
  onlyForAddress: 'The invitation is for this address',
  signInWith: 'Sign in with',
  browserAsks: 'Your browser asks for a fingerprint, your face or a PIN.',
  createAccount: 'Create account',
  or: 'or',
  haveAccount: 'I have an account',
}
