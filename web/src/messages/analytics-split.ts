import { texts } from '../shared/language.rules.ts'

/** Texts of the result of an A/B link. */
export const text = texts({
  destination: { en: 'A/B destination', de: 'A/B-Ziel', es: 'Destino A/B', fr: 'Destination A/B' },
  configured: { en: 'Set to', de: 'Soll', es: 'Previsto', fr: 'Prévu' },
  actual: { en: 'Got', de: 'Ist', es: 'Real', fr: 'Obtenu' },
  oneDestination: {
    en: 'All visitors go to one destination.',
    de: 'Alle Besucher gelangen zu einem Ziel.',
    es: 'Todos los visitantes llegan a un solo destino.',
    fr: 'Tous les visiteurs vont vers une seule destination.',
  },
  tooFew: {
    en: 'Too few clicks to tell: {clicks} of at least {atLeast}.',
    de: 'Zu wenige Klicks für eine Aussage: {clicks} von mindestens {atLeast}.',
    es: 'Aún no hay clics suficientes para valorarlo: {clicks} de al menos {atLeast}.',
    fr: 'Pas assez de clics pour conclure : {clicks} sur {atLeast} au minimum.',
  },
  asSet: {
    en: 'As configured: no significant difference.',
    de: 'Wie eingestellt: kein signifikanter Unterschied.',
    es: 'Según lo configurado: sin diferencia significativa.',
    fr: 'Conforme au réglage : pas d’écart significatif.',
  },
  notAsSet: {
    en: 'Probably more than chance: the shares may have been changed in between, or some visitors came repeatedly.',
    de: 'Wahrscheinlich mehr als Zufall: Vielleicht wurden die Anteile zwischendurch geändert, oder einige Besucher kommen immer wieder.',
    es: 'Probablemente no se deba solo al azar: quizá se cambiaron los porcentajes durante la prueba o algunos visitantes vuelven una y otra vez.',
    fr: 'L’écart dépasse sans doute le hasard : les parts ont peut-être été modifiées en cours de route, ou certains visiteurs reviennent souvent.',
  },
})
