import type { text as english } from '../en/invitation.ts'

/** Texts of the page that accepts an invitation. */
export const text: typeof english = {
  title: 'Invitation',
  insecure: 'Pour l’accepter, ouvrez cette adresse en HTTPS.',
  goToDashboard: 'Aller au tableau de bord',
  join: (team) => `Rejoindre ${team}`,
  invitedAs: (team, role) =>
    `Vous avez une invitation à rejoindre l’équipe ${team} avec le rôle « ${role} ».`,
  signedInAs: (email) => `Vous utilisez le compte ${email}.`,
  signedInAsMember: (email) =>
    `Vous utilisez le compte ${email}, qui est déjà membre de cette équipe.`,
  otherAccount: 'Utiliser un autre compte',
  onlyForAddress: 'L’invitation est destinée à cette adresse',
  signInWith: 'Se connecter avec',
  browserAsks: 'Votre navigateur demande une empreinte digitale, votre visage ou un code PIN.',
  createAccount: 'Créer un compte',
  or: 'ou',
  haveAccount: 'J’ai un compte',
}
