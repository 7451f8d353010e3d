import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-bulk.ts'

const linksOf = (links: number) => counted(links, 'lien', 'liens')

/** The name of a progress bar, and its state in words. */
const progress = (action: string) => ({
  name: action,
  state: (done: number, links: number) =>
    `${action} : ${formatCount(done)} sur ${formatCount(links)}…`,
})

/** Texts of the changes of selected links. */
export const text: typeof english = {
  selectedLinks: 'Liens sélectionnés',
  selected: (links) => counted(links, 'lien sélectionné', 'liens sélectionnés'),
  selectAll: (links) => `Sélectionner les ${formatCount(links)}`,
  cannotSelectAll: 'Impossible de sélectionner tous les liens',
  selectNone: 'Tout désélectionner',

  changing: progress('Modification des liens'),
  moving: progress('Déplacement des liens'),
  tagging: progress('Ajout du tag'),
  untagging: progress('Retrait du tag'),
  deleting: progress('Suppression des liens'),
  exporting: progress('Exportation des liens'),
  generating: progress('Génération des codes QR'),

  changed: (links) => counted(links, 'lien modifié', 'liens modifiés'),
  moved: (links, folder) => `${counted(links, 'lien déplacé', 'liens déplacés')} vers ${folder}`,
  tookOut: (links) => `${counted(links, 'lien retiré', 'liens retirés')} des dossiers`,
  tagged: (links, tag) => `Tag ${tag} ajouté à ${linksOf(links)}`,
  untagged: (links, tag) => `Tag ${tag} retiré de ${linksOf(links)}`,
  changedSome: (changed, links) =>
    `${counted(changed, 'lien modifié', 'liens modifiés')} sur ${formatCount(links)}`,
  savedSome: (saved, links) =>
    `${counted(saved, 'lien enregistré', 'liens enregistrés')} sur ${formatCount(links)}`,
  missing: (links) =>
    plural(links, 'Un lien n’existe plus.', `${formatCount(links)} liens n’existent plus.`),
  failed: (links) => counted(links, 'lien en échec', 'liens en échec'),
  failedLinks: 'Liens en échec',
  staySelected: (links) => plural(links, 'Il reste sélectionné.', 'Ils restent sélectionnés.'),

  move: 'Déplacer',
  tag: 'Taguer',
  untag: 'Détaguer',
  noneYet: {
    folder: 'Il n’y a pas encore de dossier',
    tag: 'Il n’y a pas encore de tag',
  },
  more: 'Plus',
  moreActions: 'Plus d’actions',
  menu: {
    expiry: 'Expiration…',
    utm: 'Paramètres UTM…',
    domain: 'Domaine…',
  },
  exportCsv: 'Exporter en CSV',
  qrCodes: (format) => `Codes QR en ${format}`,
  qrCodesUpTo: (format, links) => `Codes QR en ${format}, ${linksOf(links)} au maximum`,

  titles: {
    expiry: (links) => `Expiration de ${linksOf(links)}`,
    utm: (links) => `Paramètres UTM de ${linksOf(links)}`,
    domain: (links) => `Domaine de ${linksOf(links)}`,
  },
  change: (links) => `Modifier ${linksOf(links)}`,
  emptyIsKept: 'Les champs vides ne sont pas modifiés.',
  timeZone: (zone) => `La date est dans le fuseau horaire ${zone}.`,
  clear: 'Effacer',
  clearField: (field) => `Effacer ${field}`,
  whichDomain: 'Quel domaine ?',
  slugsAreKept:
    'Les liens conservent leur slug. Leurs anciennes URL courtes cessent aussitôt de fonctionner. Les liens dont le slug est pris sur le nouveau domaine restent où ils sont.',
}
