import type { text as english } from '../en/analytics-split.ts'

export const text: typeof english = {
  destination: 'Destino A/B',
  configured: 'Previsto',
  actual: 'Real',
  oneDestination: 'Todos los visitantes llegan a un solo destino.',
  tooFew: (clicks: number, atLeast: number) =>
    `Aún no hay clics suficientes para valorarlo: ${clicks} de al menos ${atLeast}.`,
  asSet: 'Según lo previsto: la diferencia no supera lo atribuible al azar.',
  notAsSet:
    'Probablemente no se deba solo al azar: quizá se cambiaron los porcentajes durante la prueba o algunos visitantes vuelven una y otra vez.',
}
