import { texts } from '../shared/language.rules.ts'

/** Texts of the changes of selected links. */
export const text = texts({
  selectedLinks: {
    en: 'Selected links',
    de: 'Ausgewählte Links',
    es: 'Enlaces seleccionados',
    fr: 'Liens sélectionnés',
  },
  selected: {
    en: '{links, plural, one{# link} other{# links}} selected',
    de: '{links, plural, one{# Link} other{# Links}} ausgewählt',
    es: '{links, plural, one{# enlace} other{# enlaces}} {links, plural, one{seleccionado} other{seleccionados}}',
    fr: '{links, plural, one{# lien sélectionné} other{# liens sélectionnés}}',
  },
  selectAll: {
    en: 'Select all {links, number}',
    de: 'Alle {links, number} auswählen',
    es: 'Todos ({links, number})',
    fr: 'Sélectionner les {links, number}',
  },
  cannotSelectAll: {
    en: 'Couldn’t select all links',
    de: 'Es konnten nicht alle Links ausgewählt werden',
    es: 'No se han podido seleccionar todos los enlaces',
    fr: 'Impossible de sélectionner tous les liens',
  },
  selectNone: {
    en: 'Select none',
    de: 'Auswahl aufheben',
    es: 'Anular selección',
    fr: 'Tout désélectionner',
  },

  changing: {
    en: 'Changing links',
    de: 'Links ändern',
    es: 'Modificando enlaces',
    fr: 'Modification des liens',
  },
  moving: {
    en: 'Moving links',
    de: 'Links verschieben',
    es: 'Moviendo enlaces',
    fr: 'Déplacement des liens',
  },
  tagging: {
    en: 'Tagging links',
    de: 'Tag hinzufügen',
    es: 'Etiquetando enlaces',
    fr: 'Ajout du tag',
  },
  untagging: {
    en: 'Untagging links',
    de: 'Tag entfernen',
    es: 'Quitando la etiqueta de enlaces',
    fr: 'Retrait du tag',
  },
  deleting: {
    en: 'Deleting links',
    de: 'Links löschen',
    es: 'Eliminando enlaces',
    fr: 'Suppression des liens',
  },
  exporting: {
    en: 'Exporting links',
    de: 'Links exportieren',
    es: 'Exportando enlaces',
    fr: 'Exportation des liens',
  },
  generating: {
    en: 'Generating QR codes',
    de: 'QR-Codes erzeugen',
    es: 'Generando códigos QR',
    fr: 'Génération des codes QR',
  },

  progress: {
    en: '{action}: {done, number} of {links, number}…',
    de: '{action}: {done, number} von {links, number}…',
    es: '{action}: {done, number} de {links, number}…',
    fr: '{action} : {done, number} sur {links, number}…',
  },

  changed: {
    en: 'Changed {links, plural, one{# link} other{# links}}',
    de: '{links, plural, one{# Link} other{# Links}} geändert',
    es: '{links, plural, one{# enlace} other{# enlaces}} {links, plural, one{modificado} other{modificados}}',
    fr: '{links, plural, one{# lien modifié} other{# liens modifiés}}',
  },
  moved: {
    en: 'Moved {links, plural, one{# link} other{# links}} to {folder}',
    de: '{links, plural, one{# Link} other{# Links}} in den Ordner {folder} verschoben',
    es: '{links, plural, one{# enlace} other{# enlaces}} {links, plural, one{movido} other{movidos}} a {folder}',
    fr: '{links, plural, one{# lien déplacé} other{# liens déplacés}} vers {folder}',
  },
  tookOut: {
    en: 'Took {links, plural, one{# link} other{# links}} out of folders',
    de: '{links, plural, one{# Link} other{# Links}} aus Ordnern entfernt',
    es: '{links, plural, one{# enlace} other{# enlaces}} {links, plural, one{sacado de su carpeta} other{sacados de su carpeta}}',
    fr: '{links, plural, one{# lien retiré} other{# liens retirés}} des dossiers',
  },
  tagged: {
    en: 'Tagged {links, plural, one{# link} other{# links}} {tag}',
    de: 'Tag {tag} zu {links, plural, one{# Link} other{# Links}} hinzugefügt',
    es: 'Etiqueta {tag} añadida a {links, plural, one{# enlace} other{# enlaces}}',
    fr: 'Tag {tag} ajouté à {links, plural, one{# lien} other{# liens}}',
  },
  untagged: {
    en: 'Removed {tag} from {links, plural, one{# link} other{# links}}',
    de: 'Tag {tag} von {links, plural, one{# Link} other{# Links}} entfernt',
    es: 'Etiqueta {tag} quitada de {links, plural, one{# enlace} other{# enlaces}}',
    fr: 'Tag {tag} retiré de {links, plural, one{# lien} other{# liens}}',
  },
  changedSome: {
    en: 'Changed {changed, number} of {links, plural, one{# link} other{# links}}',
    de: '{changed, number} von {links, plural, one{# Link} other{# Links}} geändert',
    es: 'Modificados {changed, number} de {links, plural, one{# enlace} other{# enlaces}}',
    fr: '{changed, plural, one{# lien modifié} other{# liens modifiés}} sur {links, number}',
  },
  savedSome: {
    en: 'Saved {changed, number} of {links, plural, one{# link} other{# links}}',
    de: '{changed, number} von {links, plural, one{# Link} other{# Links}} gespeichert',
    es: 'Guardados {changed, number} de {links, plural, one{# enlace} other{# enlaces}}',
    fr: '{changed, plural, one{# lien enregistré} other{# liens enregistrés}} sur {links, number}',
  },
  missing: {
    en: '{links, plural, one{One link no longer exists.} other{# links no longer exist.}}',
    de: '{links, plural, one{Ein Link existiert nicht mehr.} other{# Links existieren nicht mehr.}}',
    es: '{links, plural, one{Un enlace ya no existe.} other{# enlaces ya no existen.}}',
    fr: '{links, plural, one{Un lien n’existe plus.} other{# liens n’existent plus.}}',
  },
  failed: {
    en: '{links, plural, one{# link} other{# links}} failed',
    de: 'Fehler bei {links, plural, one{# Link} other{# Links}}',
    es: '{links, plural, one{# enlace} other{# enlaces}} con errores',
    fr: '{links, plural, one{# lien en échec} other{# liens en échec}}',
  },
  failedLinks: {
    en: 'Failed links',
    de: 'Links mit Fehlern',
    es: 'Enlaces con errores',
    fr: 'Liens en échec',
  },
  staySelected: {
    en: '{links, plural, one{It stays selected.} other{They stay selected.}}',
    de: '{links, plural, one{Er bleibt ausgewählt.} other{Sie bleiben ausgewählt.}}',
    es: '{links, plural, one{Sigue seleccionado.} other{Siguen seleccionados.}}',
    fr: '{links, plural, one{Il reste sélectionné.} other{Ils restent sélectionnés.}}',
  },

  move: { en: 'Move', de: 'Verschieben', es: 'Mover', fr: 'Déplacer' },
  tag: { en: 'Tag', de: 'Tag hinzufügen', es: 'Etiquetar', fr: 'Taguer' },
  untag: { en: 'Untag', de: 'Tag entfernen', es: 'Quitar etiqueta', fr: 'Détaguer' },
  noneYet: {
    folder: {
      en: 'No folders yet',
      de: 'Noch keine Ordner',
      es: 'Aún no hay carpetas',
      fr: 'Aucun dossier pour l’instant',
    },
    tag: {
      en: 'No tags yet',
      de: 'Noch keine Tags',
      es: 'Aún no hay etiquetas',
      fr: 'Aucun tag pour l’instant',
    },
  },
  more: { en: 'More', de: 'Mehr', es: 'Más', fr: 'Plus' },
  moreActions: {
    en: 'More actions',
    de: 'Weitere Aktionen',
    es: 'Más acciones',
    fr: 'Plus d’actions',
  },
  menu: {
    expiry: { en: 'Expiry…', de: 'Ablauf…', es: 'Caducidad…', fr: 'Expiration…' },
    utm: {
      en: 'UTM parameters…',
      de: 'UTM-Parameter…',
      es: 'Parámetros UTM…',
      fr: 'Paramètres UTM…',
    },
    domain: { en: 'Domain…', de: 'Domain…', es: 'Dominio…', fr: 'Domaine…' },
  },
  exportCsv: {
    en: 'Export as CSV',
    de: 'Als CSV exportieren',
    es: 'Exportar en CSV',
    fr: 'Exporter en CSV',
  },
  qrCodes: {
    en: 'QR codes as {format}',
    de: 'QR-Codes als {format}',
    es: 'Códigos QR en {format}',
    fr: 'Codes QR en {format}',
  },
  qrCodesUpTo: {
    en: 'QR codes as {format}, up to {links, plural, one{# link} other{# links}}',
    de: 'QR-Codes als {format}, bis zu {links, plural, one{# Link} other{# Links}}',
    es: 'Códigos QR en {format}, hasta {links, plural, one{# enlace} other{# enlaces}}',
    fr: 'Codes QR en {format}, {links, plural, one{# lien} other{# liens}} au maximum',
  },

  titles: {
    expiry: {
      en: 'Expiry of {links, plural, one{# link} other{# links}}',
      de: 'Ablauf von {links, plural, one{# Link} other{# Links}}',
      es: 'Caducidad de {links, plural, one{# enlace} other{# enlaces}}',
      fr: 'Expiration de {links, plural, one{# lien} other{# liens}}',
    },
    utm: {
      en: 'UTM parameters of {links, plural, one{# link} other{# links}}',
      de: 'UTM-Parameter von {links, plural, one{# Link} other{# Links}}',
      es: 'Parámetros UTM de {links, plural, one{# enlace} other{# enlaces}}',
      fr: 'Paramètres UTM de {links, plural, one{# lien} other{# liens}}',
    },
    domain: {
      en: 'Domain of {links, plural, one{# link} other{# links}}',
      de: 'Domain von {links, plural, one{# Link} other{# Links}}',
      es: 'Dominio de {links, plural, one{# enlace} other{# enlaces}}',
      fr: 'Domaine de {links, plural, one{# lien} other{# liens}}',
    },
  },
  change: {
    en: 'Change {links, plural, one{# link} other{# links}}',
    de: '{links, plural, one{# Link} other{# Links}} ändern',
    es: 'Modificar {links, plural, one{# enlace} other{# enlaces}}',
    fr: 'Modifier {links, plural, one{# lien} other{# liens}}',
  },
  emptyIsUnchanged: {
    en: 'Empty fields are not changed.',
    de: 'Leere Felder werden nicht geändert.',
    es: 'Los campos vacíos no se modifican.',
    fr: 'Les champs vides ne sont pas modifiés.',
  },
  timeZone: {
    en: 'The date is in the time zone {zone}.',
    de: 'Das Datum gilt in der Zeitzone {zone}.',
    es: 'La fecha está en la zona horaria {zone}.',
    fr: 'La date est dans le fuseau horaire {zone}.',
  },
  clear: { en: 'Clear', de: 'Leeren', es: 'Borrar', fr: 'Effacer' },
  clearField: {
    en: 'Clear {field}',
    de: '{field} leeren',
    es: 'Borrar {field}',
    fr: 'Effacer {field}',
  },
  whichDomain: {
    en: 'Which domain?',
    de: 'Welche Domain?',
    es: '¿Qué dominio?',
    fr: 'Quel domaine ?',
  },
  clicksOfOld: {
    en: 'So far, {clicks, plural, one{# click} other{# clicks}} came through these URLs.',
    de: 'Bisher {clicks, plural, one{kam # Klick} other{kamen # Klicks}} über diese URLs.',
    es: 'Hasta ahora, {clicks, plural, one{llegó # clic} other{llegaron # clics}} por estas URL.',
    fr: 'Jusqu’ici, {clicks, plural, one{# clic est passé} other{# clics sont passés}} par ces URL.',
  },
  slugsStay: {
    en: 'Links keep their slugs. Their previous short URLs stop working at once. Links whose slug is taken on the new domain stay where they are.',
    de: 'Die Links behalten ihre Slugs. Ihre bisherigen Kurz-URLs funktionieren sofort nicht mehr. Links, deren Slug auf der neuen Domain vergeben ist, bleiben, wo sie sind.',
    es: 'Los enlaces conservan sus slugs. Las URL cortas anteriores dejan de funcionar al instante. Los enlaces cuyo slug ya esté en uso en el nuevo dominio se quedan donde están.',
    fr: 'Les liens conservent leur slug. Leurs anciennes URL courtes cessent aussitôt de fonctionner. Les liens dont le slug est pris sur le nouveau domaine restent où ils sont.',
  },
})
