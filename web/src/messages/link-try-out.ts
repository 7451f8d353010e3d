import { texts } from '../shared/language.rules.ts'

/** Texts of the dry run of a link. */
export const text = texts({
  title: {
    en: 'Test this link',
    de: 'Diesen Link testen',
    es: 'Probar este enlace',
    fr: 'Tester ce lien',
  },
  from: { en: 'Visitor from', de: 'Besucher aus', es: 'Visitante de', fr: 'Visiteur de' },
  anywhere: { en: 'Anywhere', de: 'Beliebigem Land', es: 'Cualquier lugar', fr: 'Tous les pays' },
  on: { en: 'On', de: 'Gerät', es: 'Con', fr: 'Appareil' },
  devices: {
    computer: { en: 'A computer', de: 'Computer', es: 'Un ordenador', fr: 'Un ordinateur' },
    iphone: { en: 'An iPhone', de: 'iPhone', es: 'Un iPhone', fr: 'Un iPhone' },
    android: {
      en: 'An Android phone',
      de: 'Android-Smartphone',
      es: 'Un teléfono Android',
      fr: 'Un téléphone Android',
    },
  },
  at: { en: 'At', de: 'Zeitpunkt', es: 'Fecha y hora', fr: 'Moment' },
  tryIt: { en: 'Try it', de: 'Testen', es: 'Probar', fr: 'Tester' },
  testsSaved: {
    en: 'Tests the saved link, without unsaved changes.',
    de: 'Testet den gespeicherten Link, ohne ungespeicherte Änderungen.',
    es: 'Prueba el enlace guardado, sin los cambios pendientes.',
    fr: 'Teste le lien enregistré, sans les modifications en cours.',
  },
  languages: {
    en: 'Accepted languages',
    de: 'Akzeptierte Sprachen',
    es: 'Idiomas aceptados',
    fr: 'Langues acceptées',
  },
  referer: {
    en: 'Referring page',
    de: 'Verweisende Seite',
    es: 'Página de origen',
    fr: 'Page d’origine',
  },
  query: {
    en: 'Query string',
    de: 'Query-String',
    es: 'Cadena de consulta',
    fr: 'Paramètres d’URL',
  },
  rule: {
    en: 'A rule of this link.',
    de: 'Eine Regel dieses Links.',
    es: 'Una regla de este enlace.',
    fr: 'Une règle de ce lien.',
  },
  matches: {
    en: '{rule}: matches',
    de: '{rule}: trifft zu',
    es: '{rule}: coincide',
    fr: '{rule} : correspond',
  },
  fails: {
    en: '{rule}: does not match ({facts})',
    de: '{rule}: trifft nicht zu ({facts})',
    es: '{rule}: no coincide ({facts})',
    fr: '{rule} : ne correspond pas ({facts})',
  },
  unknown: { en: 'unknown', de: 'unbekannt', es: 'desconocido', fr: 'inconnu' },
  deleted: {
    en: 'Not found: the link was deleted.',
    de: 'Nicht gefunden: Der Link wurde gelöscht.',
    es: 'No encontrado: el enlace se ha eliminado.',
    fr: 'Introuvable : le lien a été supprimé.',
  },
  domain: {
    en: 'Not found: the domain is not verified yet.',
    de: 'Nicht gefunden: Die Domain ist noch nicht verifiziert.',
    es: 'No encontrado: el dominio aún no está verificado.',
    fr: 'Introuvable : le domaine n’est pas encore vérifié.',
  },
  password: {
    en: 'Shows the password form.',
    de: 'Zeigt das Passwortformular.',
    es: 'Muestra el formulario de contraseña.',
    fr: 'Affiche la demande de mot de passe.',
  },
  url: {
    en: 'Main destination.',
    de: 'Hauptziel.',
    es: 'Destino principal.',
    fr: 'Destination principale.',
  },
  main: {
    en: 'main destination',
    de: 'Hauptziel',
    es: 'destino principal',
    fr: 'destination principale',
  },
  variant: {
    en: 'variant {row}',
    de: 'Variante {row}',
    es: 'variante {row}',
    fr: 'variante {row}',
  },
  thisVisitor: {
    en: 'this visitor',
    de: 'dieser Besucher',
    es: 'este visitante',
    fr: 'ce visiteur',
  },
  expiredElsewhere: {
    en: 'Expired: redirects to the URL for expired links.',
    de: 'Abgelaufen: leitet zur URL für abgelaufene Links weiter.',
    es: 'Caducado: redirige a la URL para enlaces caducados.',
    fr: 'Expiré : redirige vers l’URL prévue après expiration.',
  },
  expired: {
    en: 'Expired: shows the page for expired links.',
    de: 'Abgelaufen: zeigt die Seite für abgelaufene Links.',
    es: 'Caducado: muestra la página para enlaces caducados.',
    fr: 'Expiré : affiche la page des liens expirés.',
  },
})
