import { texts } from '../shared/language.rules.ts'

/** Texts of the import from a file. */
export const text = texts({
  title: {
    en: 'Import links',
    de: 'Links importieren',
    es: 'Importar enlaces',
    fr: 'Importer des liens',
  },
  titleOf: {
    en: 'Import {file}',
    de: '{file} importieren',
    es: 'Importar {file}',
    fr: 'Importer {file}',
  },

  drop: {
    en: 'Drop a file here, or choose one',
    de: 'Datei hier ablegen oder auswählen',
    es: 'Suelte un archivo aquí o elija uno',
    fr: 'Déposez un fichier ici, ou choisissez-en un',
  },
  dropHint: {
    en: 'CSV, JSON, SQL or bookmarks: an export of this or another service, or any table with a column of URLs. Up to {links, number} links.',
    de: 'CSV, JSON, SQL oder Lesezeichen: ein Export dieses oder eines anderen Dienstes oder eine beliebige Tabelle mit einer URL-Spalte. Höchstens {links, number} Links.',
    es: 'CSV, JSON, SQL o marcadores: una exportación de este u otro servicio, o cualquier tabla con una columna de URL. Hasta {links, plural, one{# enlace} other{# enlaces}}.',
    fr: 'CSV, JSON, SQL ou favoris : un export de ce service ou d’un autre, ou tout tableau avec une colonne d’URL. {links, number} liens au maximum.',
  },
  tooLarge: {
    en: 'This file is larger than 20 MB. Split it.',
    de: 'Diese Datei ist größer als 20 MB. Bitte aufteilen.',
    es: 'Este archivo supera los 20 MB. Divídalo.',
    fr: 'Ce fichier dépasse 20 Mo. Divisez-le.',
  },

  hasPassword: {
    en: 'Has password',
    de: 'Hat Passwort',
    es: 'Tiene contraseña',
    fr: 'Avec mot de passe',
  },
  whichColumn: {
    en: 'Which column?',
    de: 'Welche Spalte?',
    es: '¿Qué columna?',
    fr: 'Quelle colonne ?',
  },
  notInFile: {
    en: 'Not in the file',
    de: 'Nicht in der Datei',
    es: 'No está en el archivo',
    fr: 'Absent du fichier',
  },
  moreFields: { en: 'More fields', de: 'Weitere Felder', es: 'Más campos', fr: 'Autres champs' },
  moreFieldsUsed: {
    en: 'More fields: {fields}',
    de: 'Weitere Felder: {fields}',
    es: 'Más campos: {fields}',
    fr: 'Autres champs : {fields}',
  },
  defaultDomain: {
    en: 'Default domain',
    de: 'Standarddomain',
    es: 'Dominio predeterminado',
    fr: 'Domaine par défaut',
  },
  withoutDomain: {
    en: 'For rows without a domain',
    de: 'Für Zeilen ohne Domain',
    es: 'Para las filas sin dominio',
    fr: 'Pour les lignes sans domaine',
  },
  defaultFolder: {
    en: 'Default folder',
    de: 'Standardordner',
    es: 'Carpeta predeterminada',
    fr: 'Dossier par défaut',
  },
  withoutFolder: {
    en: 'For rows without a folder',
    de: 'Für Zeilen ohne Ordner',
    es: 'Para las filas sin carpeta',
    fr: 'Pour les lignes sans dossier',
  },
  none: { en: 'None', de: 'Keiner', es: 'Ninguna', fr: 'Aucun' },

  firstRows: {
    en: 'First rows of the file',
    de: 'Erste Zeilen der Datei',
    es: 'Primeras filas del archivo',
    fr: 'Premières lignes du fichier',
  },
  leftOut: {
    en: 'Not imported, with the number of values: {columns}',
    de: 'Nicht importiert, mit der Anzahl der Werte: {columns}',
    es: 'No se importan, con el número de valores: {columns}',
    fr: 'Non importés, avec le nombre de valeurs : {columns}',
  },
  firstLinks: { en: 'Preview', de: 'Vorschau', es: 'Vista previa', fr: 'Aperçu' },
  labels: {
    en: 'Folder and tags',
    de: 'Ordner und Tags',
    es: 'Carpeta y etiquetas',
    fr: 'Dossier et tags',
  },
  generated: { en: 'generated', de: 'automatisch', es: 'generado', fr: 'généré' },
  labelsAreCreated: {
    en: 'Folders and tags that do not exist yet are created.',
    de: 'Ordner und Tags, die es noch nicht gibt, werden erstellt.',
    es: 'Las carpetas y etiquetas que aún no existan se crearán.',
    fr: 'Les dossiers et tags qui n’existent pas encore sont créés.',
  },

  cannotImport: {
    en: '{failed, number} of {rows, plural, one{# row} other{# rows}} cannot be imported. Correct the file, or import the others.',
    de: '{failed, number} von {rows, plural, one{# Zeile} other{# Zeilen}} {failed, plural, one{kann} other{können}} nicht importiert werden. Korrigieren Sie die Datei, oder importieren Sie die übrigen.',
    es: 'No se pueden importar {failed, number} de {rows, plural, one{# fila} other{# filas}}. Corrija el archivo o importe las demás.',
    fr: 'Lignes impossibles à importer : {failed, number} sur {rows, number}. Corrigez le fichier, ou importez les autres.',
  },
  useDefaultDomain: {
    en: 'Use the default domain for all rows',
    de: 'Standarddomain für alle Zeilen verwenden',
    es: 'Usar el dominio predeterminado en todas las filas',
    fr: 'Utiliser le domaine par défaut pour toutes les lignes',
  },
  caseSensitive: {
    en: 'Make the domain case-sensitive',
    de: 'Domain zwischen Groß- und Kleinschreibung unterscheiden lassen',
    es: 'Hacer que el dominio distinga mayúsculas y minúsculas',
    fr: 'Rendre le domaine sensible à la casse',
  },
  withoutPasswords: {
    en: 'Import without passwords',
    de: 'Ohne Passwörter importieren',
    es: 'Importar sin contraseñas',
    fr: 'Importer sans mots de passe',
  },
  import: {
    en: 'Import {links, plural, one{# link} other{# links}}',
    de: '{links, plural, one{# Link} other{# Links}} importieren',
    es: 'Importar {links, plural, one{# enlace} other{# enlaces}}',
    fr: 'Importer {links, plural, one{# lien} other{# liens}}',
  },
  importOthers: {
    en: 'Import the other {links, plural, one{# link} other{# links}}',
    de: '{links, plural, one{Den übrigen Link importieren} other{Die übrigen # Links importieren}}',
    es: '{links, plural, one{Importar el otro enlace} other{Importar los otros # enlaces}}',
    fr: '{links, plural, one{Importer l’autre lien} other{Importer les # autres liens}}',
  },

  fault: {
    en: '{field}: {detail}',
    de: '{field}: {detail}',
    es: '{field}: {detail}',
    fr: '{field} : {detail}',
  },
  faults: {
    en: 'Rows with errors',
    de: 'Zeilen mit Fehlern',
    es: 'Filas con errores',
    fr: 'Lignes avec erreurs',
  },
  firstFaults: {
    en: 'The first {rows, plural, one{# row} other{# rows}} with errors',
    de: '{rows, plural, one{Die erste Zeile mit Fehlern} other{Die ersten # Zeilen mit Fehlern}}',
    es: '{rows, plural, one{La primera fila con errores} other{Las primeras # filas con errores}}',
    fr: '{rows, plural, one{La première ligne avec erreurs} other{Les # premières lignes avec erreurs}}',
  },
  row: { en: 'Row', de: 'Zeile', es: 'Fila', fr: 'Ligne' },
  error: { en: 'Error', de: 'Fehler', es: 'Error', fr: 'Erreur' },
  failedRows: {
    en: 'Failed rows',
    de: 'Zeilen mit Fehlern',
    es: 'Filas con errores',
    fr: 'Lignes en échec',
  },

  progress: {
    en: 'Progress of the import',
    de: 'Fortschritt des Imports',
    es: 'Progreso de la importación',
    fr: 'Progression de l’importation',
  },
  created: {
    en: '{created, number} of {links, number} created',
    de: '{created, number} von {links, number} erstellt',
    es: '{created, number} de {links, plural, one{# creado} other{# creados}}',
    fr: 'Créés : {created, number} sur {links, number}',
  },
  createdAndFailed: {
    en: '{created, number} of {links, number} created, {failed, number} failed',
    de: '{created, number} von {links, number} erstellt, {failed, number} fehlgeschlagen',
    es: '{created, number} de {links, plural, one{# creado} other{# creados}}, {failed, number} con errores',
    fr: 'Créés : {created, number} sur {links, number}, en échec : {failed, number}',
  },
  inBackground: {
    en: 'Continue in the background',
    de: 'Im Hintergrund fortsetzen',
    es: 'Continuar en segundo plano',
    fr: 'Continuer en arrière-plan',
  },

  undo: {
    en: 'Undo import',
    de: 'Import rückgängig machen',
    es: 'Deshacer importación',
    fr: 'Annuler l’importation',
  },
  undoHint: {
    en: 'Moves its links to the trash.',
    de: 'Verschiebt die importierten Links in den Papierkorb.',
    es: 'Mueve sus enlaces a la papelera.',
    fr: 'Déplace ses liens vers la corbeille.',
  },
  deleting: {
    en: '{deleted, number} deleted…',
    de: '{deleted, number} gelöscht…',
    es: '{deleted, plural, one{# eliminado} other{# eliminados}}…',
    fr: '{deleted, plural, one{# supprimé} other{# supprimés}}…',
  },
  deleted: {
    en: 'Deleted {links, plural, one{# link} other{# links}}. Deleted links are in the {trash} for 30 days.',
    de: '{links, plural, one{# Link} other{# Links}} gelöscht. Gelöschte Links bleiben 30 Tage im {trash}.',
    es: '{links, plural, one{# enlace eliminado} other{# enlaces eliminados}}. Los enlaces eliminados permanecen en la {trash} durante 30 días.',
    fr: '{links, plural, one{# lien supprimé} other{# liens supprimés}}. Les liens supprimés restent 30 jours dans la {trash}.',
  },
  trash: { en: 'trash', de: 'Papierkorb', es: 'papelera', fr: 'corbeille' },
  kept: {
    en: '{links, plural, one{# link changed since the import was kept} other{# links changed since the import were kept}}',
    de: '{links, plural, one{# seit dem Import geänderter Link wurde behalten} other{# seit dem Import geänderte Links wurden behalten}}',
    es: '{links, plural, one{Se ha conservado # enlace modificado después de la importación} other{Se han conservado # enlaces modificados después de la importación}}',
    fr: '{links, plural, one{# lien modifié depuis l’importation a été conservé} other{# liens modifiés depuis l’importation ont été conservés}}',
  },
  andMore: {
    en: 'and {links, plural, one{# more link} other{# more links}}',
    de: 'und {links, plural, one{# weiterer Link} other{# weitere Links}}',
    es: 'y {links, plural, one{# enlace más} other{# enlaces más}}',
    fr: 'et {links, plural, one{# autre lien} other{# autres liens}}',
  },
  deleteToo: {
    en: '{links, plural, one{Delete it, too} other{Delete them, too}}',
    de: '{links, plural, one{Auch diesen löschen} other{Auch diese löschen}}',
    es: '{links, plural, one{Eliminarlo también} other{Eliminarlos también}}',
    fr: '{links, plural, one{Le supprimer aussi} other{Les supprimer aussi}}',
  },
})
