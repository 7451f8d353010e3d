/** Texts of the result of an A/B link. */
export const text = {
  destination: 'A/B destination',
  configured: 'Set to',
  actual: 'Got',
  oneDestination: 'All visitors go to one destination.',
  tooFew: (clicks: number, atLeast: number) =>
    `Too few clicks to tell: ${clicks} of at least ${atLeast}.`,
  asSet: 'As it was set: the difference is no more than chance.',
  notAsSet:
    'Probably more than chance: the shares may have been changed in between, or some visitors came repeatedly.',
}
