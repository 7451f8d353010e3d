import { texts } from '../shared/language.rules.ts'

/** Texts of the parts that the pages of analytics and of a link share. */
export const text = texts({
  /** Shows the clicks of this value alone. */
  only: { en: 'Only {value}', de: 'Nur {value}', es: 'Solo {value}', fr: 'Uniquement {value}' },
  /** The destination of clicks whose visitors opted out. */
  notStored: { en: 'Not stored', de: 'Nicht gespeichert', es: 'No guardado', fr: 'Non enregistré' },
  before: {
    en: 'before {clicks}',
    de: 'zuvor {clicks}',
    es: 'antes {clicks}',
    fr: '{clicks} avant',
  },
  visitors: {
    en: '{visitors, plural, one{# visitor} other{# visitors}}',
    de: '{visitors, number} Besucher',
    es: '{visitors, plural, one{# visitante} other{# visitantes}}',
    fr: '{visitors, plural, one{# visiteur} other{# visiteurs}}',
  },
  visitorsUnknown: { en: '– visitors', de: '– Besucher', es: '– visitantes', fr: '– visiteurs' },
  visitorsNote: {
    en: 'Visitors are counted once per UTC day and summed over days. Imported clicks and clicks with the opt-out have no visitor; – instead of a number means that none is known.',
    de: 'Besucher werden einmal pro UTC-Tag gezählt und über die Tage summiert. Importierte Klicks und Klicks mit Widerspruch haben keinen Besucher; – anstelle einer Zahl bedeutet, dass keiner bekannt ist.',
    es: 'Cada visitante se cuenta una vez por día UTC, y los días se suman. Los clics importados o con exclusión voluntaria no tienen visitante; – en lugar de un número significa que no se conoce ninguno.',
    fr: 'Chaque visiteur est compté une fois par jour UTC, et les jours s’additionnent. Les clics importés ou avec refus du suivi n’ont pas de visiteur ; – à la place d’un nombre signifie qu’aucun n’est connu.',
  },
  /** Clicks of links without a folder. */
  noFolder: { en: 'None', de: 'Keiner', es: 'Ninguna', fr: 'Aucun' },
  /** Clicks without a campaign value. */
  noValue: { en: 'None', de: 'Ohne Wert', es: 'Sin valor', fr: 'Sans valeur' },
  unknown: { en: 'Unknown', de: 'Unbekannt', es: 'Desconocido', fr: 'Inconnu' },
  /** Clicks without a referer. */
  direct: { en: 'Direct', de: 'Direkt', es: 'Directo', fr: 'Direct' },
  weekOf: {
    en: 'Week of {day}',
    de: 'Woche ab {day}',
    es: 'Semana del {day}',
    fr: 'Semaine du {day}',
  },
  notes: { en: 'Notes', de: 'Notizen', es: 'Notas', fr: 'Notes' },
  addNote: { en: 'Add note', de: 'Notiz hinzufügen', es: 'Añadir nota', fr: 'Ajouter une note' },
  soFar: {
    en: '{step}, so far',
    de: '{step}, bisher',
    es: '{step}, hasta ahora',
    fr: '{step}, en cours',
  },
  since: {
    en: '{days}, since {time}',
    de: '{days}, ab {time} Uhr',
    es: '{days}, desde las {time}',
    fr: '{days}, à partir de {time}',
  },
  until: {
    en: '{days}, until {time}',
    de: '{days}, bis {time} Uhr',
    es: '{days}, hasta las {time}',
    fr: '{days}, jusqu’à {time}',
  },
})
