import { texts } from '../shared/language.rules.ts'

/** Texts of the live clicks. */
export const text = texts({
  connecting: {
    en: 'Connecting…',
    de: 'Verbindung wird hergestellt…',
    es: 'Conectando…',
    fr: 'Connexion…',
  },
  listening: {
    en: 'Waiting for the next click',
    de: 'Wartet auf den nächsten Klick',
    es: 'Esperando el próximo clic',
    fr: 'En attente du prochain clic',
  },
  interrupted: {
    en: 'Interrupted; connecting again…',
    de: 'Unterbrochen; Verbindung wird wiederhergestellt…',
    es: 'Conexión interrumpida; reconectando…',
    fr: 'Interrompu ; nouvelle connexion…',
  },
  fresh: {
    en: '{clicks, number} new',
    de: '{clicks, number} neu',
    es: '{clicks, plural, one{# nuevo} other{# nuevos}}',
    fr: '{clicks, plural, one{# nouveau} other{# nouveaux}}',
  },
  someFiltersIgnored: {
    en: 'Folder, tag and search filters do not apply here.',
    de: 'Filter nach Ordner, Tag und Suche gelten hier nicht.',
    es: 'Los filtros de carpeta, etiqueta y búsqueda no se aplican aquí.',
    fr: 'Les filtres par dossier, tag et recherche ne s’appliquent pas ici.',
  },
  unknownPlace: {
    en: 'Unknown location',
    de: 'Unbekannter Ort',
    es: 'Ubicación desconocida',
    fr: 'Lieu inconnu',
  },
  program: {
    en: '{browser} on {system}',
    de: '{browser} unter {system}',
    es: '{browser} en {system}',
    fr: '{browser} sur {system}',
  },
  unknownProgram: {
    en: 'Unknown program',
    de: 'Unbekanntes Programm',
    es: 'Programa desconocido',
    fr: 'Programme inconnu',
  },
  direct: { en: 'direct', de: 'direkt', es: 'directo', fr: 'accès direct' },
})
