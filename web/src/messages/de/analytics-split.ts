import type { text as english } from '../en/analytics-split.ts'

export const text: typeof english = {
  destination: 'A/B-Ziel',
  configured: 'Soll',
  actual: 'Ist',
  oneDestination: 'Alle Besucher gelangen zu einem Ziel.',
  tooFew: (clicks, atLeast) =>
    `Zu wenige Klicks für eine Aussage: ${clicks} von mindestens ${atLeast}.`,
  asSet: 'Wie eingestellt: Der Unterschied ist durch Zufall erklärbar.',
  notAsSet:
    'Wahrscheinlich mehr als Zufall: Vielleicht wurden die Anteile zwischendurch geändert, oder einige Besucher kommen immer wieder.',
}
