import { texts } from '../shared/language.rules.ts'

/** Texts of the sections with further destinations of a link. */
export const text = texts({
  ab: {
    rest: {
      en: '{share} go to the destination above',
      de: '{share} gelangen zum Ziel oben',
      es: '{share} va al destino de arriba',
      fr: '{share} vont vers la destination ci-dessus',
    },
    restAndOthers: {
      en: '{share} go to the destination above, the others to:',
      de: '{share} gelangen zum Ziel oben, die anderen zu:',
      es: '{share} va al destino de arriba; el resto, a:',
      fr: '{share} vont vers la destination ci-dessus, les autres vers :',
    },
    destinationOf: {
      en: 'Destination of variant {row}',
      de: 'Ziel von Variante {row}',
      es: 'Destino de la variante {row}',
      fr: 'Destination de la variante {row}',
    },
    shareOf: {
      en: 'Share of variant {row}',
      de: 'Anteil von Variante {row}',
      es: 'Parte de la variante {row}',
      fr: 'Part de la variante {row}',
    },
    percentOf: {
      en: 'Share of variant {row} in percent',
      de: 'Anteil von Variante {row} in Prozent',
      es: 'Porcentaje de la variante {row}',
      fr: 'Part de la variante {row} en pour cent',
    },
    remove: {
      en: 'Remove variant {row}',
      de: 'Variante {row} entfernen',
      es: 'Quitar la variante {row}',
      fr: 'Retirer la variante {row}',
    },
    add: {
      en: 'Add a variant',
      de: 'Variante hinzufügen',
      es: 'Añadir una variante',
      fr: 'Ajouter une variante',
    },
    reason: {
      en: 'A/B variant. A visitor always gets the same one.',
      de: 'A/B-Variante. Ein Besucher erhält immer dieselbe.',
      es: 'Variante A/B. Cada visitante obtiene siempre la misma.',
      fr: 'Variante A/B. Un visiteur obtient toujours la même.',
    },
  },
  lists: {
    geo: {
      counted: {
        en: '{rows, plural, one{# country} other{# countries}}',
        de: '{rows, plural, one{# Land} other{# Länder}}',
        es: '{rows, plural, one{# país} other{# países}}',
        fr: '{rows, number} pays',
      },
      intro: {
        en: 'Visitors from these countries are redirected here, all others to the destination above.',
        de: 'Besucher aus diesen Ländern werden hierhin weitergeleitet, alle anderen zum Ziel oben.',
        es: 'Los visitantes de estos países se redirigen aquí; todos los demás, al destino de arriba.',
        fr: 'Les visiteurs de ces pays sont redirigés ici, tous les autres vers la destination ci-dessus.',
      },
      choice: { en: 'Country', de: 'Land', es: 'País', fr: 'Pays' },
      choiceOf: { en: 'Country {row}', de: 'Land {row}', es: 'País {row}', fr: 'Pays {row}' },
      destinationOf: {
        en: 'Destination of country {row}',
        de: 'Ziel von Land {row}',
        es: 'Destino del país {row}',
        fr: 'Destination du pays {row}',
      },
      remove: {
        en: 'Remove country {row}',
        de: 'Land {row} entfernen',
        es: 'Quitar el país {row}',
        fr: 'Retirer le pays {row}',
      },
      add: {
        en: 'Add a country',
        de: 'Land hinzufügen',
        es: 'Añadir un país',
        fr: 'Ajouter un pays',
      },
      reason: {
        en: 'Destination for this country.',
        de: 'Ziel für dieses Land.',
        es: 'Destino para este país.',
        fr: 'Destination pour ce pays.',
      },
    },
  },
  devices: {
    section: {
      en: 'Device targeting',
      de: 'Geräte-Targeting',
      es: 'Destino por dispositivo',
      fr: 'Ciblage par appareil',
    },
    reasons: {
      ios: {
        en: 'Destination for iPhone and iPad.',
        de: 'Ziel für iPhone und iPad.',
        es: 'Destino para iPhone y iPad.',
        fr: 'Destination pour iPhone et iPad.',
      },
      android: {
        en: 'Destination for Android.',
        de: 'Ziel für Android.',
        es: 'Destino para Android.',
        fr: 'Destination pour Android.',
      },
    },
  },
})
