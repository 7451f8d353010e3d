import { texts } from '../shared/language.rules.ts'

/** Texts of the trash. */
export const text = texts({
  title: { en: 'Trash', de: 'Papierkorb', es: 'Papelera', fr: 'Corbeille' },
  lead: {
    en: 'Deleted links can be restored for 30 days.',
    de: 'Gelöschte Links können 30 Tage lang wiederhergestellt werden.',
    es: 'Los enlaces eliminados se pueden restaurar durante 30 días.',
    fr: 'Les liens supprimés peuvent être restaurés pendant 30 jours.',
  },
  empty: {
    en: 'Empty trash',
    de: 'Papierkorb leeren',
    es: 'Vaciar papelera',
    fr: 'Vider la corbeille',
  },
  isEmpty: {
    en: 'The trash is empty',
    de: 'Der Papierkorb ist leer',
    es: 'La papelera está vacía',
    fr: 'La corbeille est vide',
  },
  staysHere: {
    en: 'Links that you delete stay here for 30 days, with everything they had.',
    de: 'Gelöschte Links bleiben hier 30 Tage, mit allem, was sie hatten.',
    es: 'Los enlaces eliminados permanecen aquí 30 días, con todo lo que tenían.',
    fr: 'Les liens que vous supprimez restent ici pendant 30 jours, avec tout ce qu’ils avaient.',
  },
  deleted: {
    en: 'Deleted {when}',
    de: 'Gelöscht {when}',
    es: 'Eliminado {when}',
    fr: 'Supprimé {when}',
  },
  daysLeft: {
    en: '{days, plural, one{# day} other{# days}} left',
    de: 'noch {days, plural, one{# Tag} other{# Tage}}',
    es: '{days, plural, one{queda} other{quedan}} {days, plural, one{# día} other{# días}}',
    fr: '{days, plural, one{# jour restant} other{# jours restants}}',
  },
  restore: { en: 'Restore', de: 'Wiederherstellen', es: 'Restaurar', fr: 'Restaurer' },
  restoreNamed: {
    en: 'Restore {link}',
    de: '{link} wiederherstellen',
    es: 'Restaurar {link}',
    fr: 'Restaurer {link}',
  },
  purge: {
    en: 'Delete permanently',
    de: 'Endgültig löschen',
    es: 'Eliminar definitivamente',
    fr: 'Supprimer définitivement',
  },
  /** `what` is the short URL of a link, or `5 links`. */
  purgeNamed: {
    en: 'Delete {what} permanently',
    de: '{what} endgültig löschen',
    es: 'Eliminar {what} definitivamente',
    fr: 'Supprimer définitivement {what}',
  },
  askPurge: {
    en: 'Delete {what} permanently?',
    de: '{what} endgültig löschen?',
    es: '¿Eliminar {what} definitivamente?',
    fr: 'Supprimer définitivement {what} ?',
  },
  purged: {
    en: 'Deleted {what} permanently',
    de: '{what} endgültig gelöscht',
    es: 'Eliminado definitivamente: {what}',
    fr: 'Suppression définitive effectuée : {what}',
  },
  afterPurge: {
    en: '{links, plural, one{The link can no longer be restored.} other{The links can no longer be restored.}}',
    de: '{links, plural, one{Der Link kann nicht mehr wiederhergestellt werden.} other{Die Links können nicht mehr wiederhergestellt werden.}}',
    es: '{links, plural, one{El enlace ya no se podrá restaurar.} other{Los enlaces ya no se podrán restaurar.}}',
    fr: '{links, plural, one{Le lien ne pourra plus être restauré.} other{Les liens ne pourront plus être restaurés.}}',
  },
  clicksStay: {
    en: 'Clicks stay in analytics.',
    de: 'Klicks bleiben in der Statistik.',
    es: 'Los clics se conservan en las estadísticas.',
    fr: 'Les clics restent dans les statistiques.',
  },
  clicksGo: {
    en: 'Clicks disappear from analytics within minutes and cannot be restored.',
    de: 'Klicks verschwinden innerhalb weniger Minuten aus der Statistik und können nicht wiederhergestellt werden.',
    es: 'Los clics desaparecen de las estadísticas en unos minutos y no se pueden restaurar.',
    fr: 'Les clics disparaissent des statistiques en quelques minutes et ne peuvent pas être restaurés.',
  },
  deleteClicks: {
    en: 'Delete clicks, too',
    de: 'Auch Klicks löschen',
    es: 'Eliminar también los clics',
    fr: 'Supprimer aussi les clics',
  },
})
