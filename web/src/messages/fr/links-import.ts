import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-import.ts'

/** Texts of the import from a file. */
export const text: typeof english = {
  title: 'Importer des liens',
  titleOf: (file) => `Importer ${file}`,

  drop: 'Déposez ici un fichier CSV ou JSON, ou choisissez-en un',
  dropHint: (links) =>
    `Un export, ou tout tableau avec une colonne d’URL. ${formatCount(links)} liens au maximum.`,
  tooLarge: 'Ce fichier dépasse 20 Mo. Divisez-le.',
  noLinks: 'Ce fichier ne contient aucun lien.',
  tooMany: (links, most) =>
    `Ce fichier contient ${links} liens ; une importation en accepte ${most}. Divisez-le.`,
  fileIsNoJson:
    'Ce fichier n’est pas du JSON valide. Il doit contenir un lien par ligne, comme un export.',
  lineIsNoJson: (line) =>
    `La ligne ${line} n’est pas du JSON valide. Le fichier doit contenir un lien par ligne, comme un export.`,
  linkIsNoObject: (link) => `Le lien ${link} de ce fichier n’est pas un objet JSON.`,

  looksLikeData: 'La première ligne ressemble à des données',
  useAsData: 'Utiliser comme données',
  useAsHeader: 'Utiliser comme en-tête',

  hasPassword: 'Avec mot de passe',
  column: (column) => `Colonne ${column}`,
  whichColumn: 'Quelle colonne ?',
  notInFile: 'Absent du fichier',
  moreFields: 'Autres champs',
  moreFieldsUsed: (fields) => `Autres champs : ${fields.join(', ')}`,
  defaultDomain: 'Domaine par défaut',
  withoutDomain: 'Pour les lignes sans domaine',
  defaultFolder: 'Dossier par défaut',
  withoutFolder: 'Pour les lignes sans dossier',
  none: 'Aucun',

  firstLinks: 'Les premiers liens',
  labels: 'Dossier et tags',
  generated: 'généré',
  labelsAreCreated: 'Les dossiers et tags qui n’existent pas encore sont créés.',

  cannotImport: (failed, rows) =>
    `Lignes impossibles à importer : ${formatCount(failed)} sur ${formatCount(rows)}. Corrigez le fichier, ou importez les autres.`,
  useDefaultDomain: 'Utiliser le domaine par défaut pour toutes les lignes',
  withoutPasswords: 'Importer sans mots de passe',
  import: (links) => `Importer ${counted(links, 'lien', 'liens')}`,
  importOthers: (links) =>
    plural(links, 'Importer l’autre lien', `Importer les ${formatCount(links)} autres liens`),

  fault: (field, detail) => `${field} : ${detail}`,
  faults: 'Lignes avec erreurs',
  firstFaults: (rows) =>
    plural(
      rows,
      'La première ligne avec erreurs',
      `Les ${formatCount(rows)} premières lignes avec erreurs`,
    ),
  row: 'Ligne',
  error: 'Erreur',
  failedRows: 'Lignes en échec',

  progress: 'Progression de l’importation',
  created: (created, links) => `Créés : ${formatCount(created)} sur ${formatCount(links)}`,
  createdAndFailed: (created, links, failed) =>
    `Créés : ${formatCount(created)} sur ${formatCount(links)}, en échec : ${formatCount(failed)}`,
  inBackground: 'Continuer en arrière-plan',

  undo: 'Annuler l’importation',
  undoHint: 'Déplace ses liens vers la corbeille.',
  deleting: (deleted) => `${counted(deleted, 'supprimé', 'supprimés')}…`,
  deleted: (links) =>
    `${counted(links, 'lien supprimé', 'liens supprimés')}. Les liens supprimés restent 30 jours dans la {trash}.`,
  trash: 'corbeille',
  kept: (links) =>
    plural(
      links,
      `${formatCount(links)} lien modifié depuis l’importation a été conservé`,
      `${formatCount(links)} liens modifiés depuis l’importation ont été conservés`,
    ),
  andMore: (links) => `et ${counted(links, 'autre lien', 'autres liens')}`,
  deleteToo: (links) => plural(links, 'Le supprimer aussi', 'Les supprimer aussi'),
}
