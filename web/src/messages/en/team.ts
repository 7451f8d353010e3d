/** Texts for a new team, and for people without one. */
export const text = {
  createTeam: 'Create team',
  becomeOwner: 'You become its owner and can invite others',
  notInThisTeam: 'You are not a member of this team',
  notInAnyTeam: 'You are not a member of a team',
  signedInAs: (email: string) =>
    `You are signed in as ${email}. An owner or admin of the team can invite you.`,
}
