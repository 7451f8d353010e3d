import type { text as english } from '../en/analytics-split.ts'

export const text: typeof english = {
  destination: 'Destination A/B',
  configured: 'Prévu',
  actual: 'Obtenu',
  oneDestination: 'Tous les visiteurs vont vers une seule destination.',
  tooFew: (clicks, atLeast) =>
    `Pas assez de clics pour conclure : ${clicks} sur ${atLeast} au minimum.`,
  asSet: 'Conforme au réglage : l’écart ne dépasse pas le hasard.',
  notAsSet:
    'L’écart dépasse sans doute le hasard : les parts ont peut-être été modifiées en cours de route, ou certains visiteurs reviennent souvent.',
}
