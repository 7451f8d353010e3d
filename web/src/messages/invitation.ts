import { texts } from '../shared/language.rules.ts'

/** Texts of the page that accepts an invitation. */
export const text = texts({
  title: { en: 'Invitation', de: 'Einladung', es: 'Invitación', fr: 'Invitation' },
  insecure: {
    en: 'To accept it, open this address over HTTPS.',
    de: 'Um sie anzunehmen, öffnen Sie diese Adresse über HTTPS.',
    es: 'Para aceptarla, abra esta dirección por HTTPS.',
    fr: 'Pour l’accepter, ouvrez cette adresse en HTTPS.',
  },
  goToDashboard: {
    en: 'Go to the dashboard',
    de: 'Zum Dashboard',
    es: 'Ir al panel',
    fr: 'Aller au tableau de bord',
  },
  join: {
    en: 'Join {team}',
    de: '{team} beitreten',
    es: 'Unirse a {team}',
    fr: 'Rejoindre {team}',
  },
  invitedAs: {
    en: 'You are invited to the team {team} as {role}.',
    de: 'Sie sind als {role} in das Team {team} eingeladen.',
    es: 'Le han invitado al equipo {team} como {role}.',
    fr: 'Vous avez une invitation à rejoindre l’équipe {team} avec le rôle « {role} ».',
  },
  signedInAs: {
    en: 'You are signed in as {email}.',
    de: 'Sie sind als {email} angemeldet.',
    es: 'Ha iniciado sesión como {email}.',
    fr: 'Vous utilisez le compte {email}.',
  },
  signedInAsMember: {
    en: 'You are signed in as {email}, who is a member of this team.',
    de: 'Sie sind als {email} angemeldet und bereits Mitglied dieses Teams.',
    es: 'Ha iniciado sesión como {email}, que ya es miembro de este equipo.',
    fr: 'Vous utilisez le compte {email}, qui est déjà membre de cette équipe.',
  },
  otherAccount: {
    en: 'Use another account',
    de: 'Anderes Konto verwenden',
    es: 'Usar otra cuenta',
    fr: 'Utiliser un autre compte',
  },
  onlyForAddress: {
    en: 'The invitation is for this address',
    de: 'Die Einladung gilt für diese Adresse',
    es: 'La invitación es para esta dirección',
    fr: 'L’invitation est destinée à cette adresse',
  },
  signInWith: {
    en: 'Sign in with',
    de: 'Anmelden mit',
    es: 'Iniciar sesión con',
    fr: 'Se connecter avec',
  },
  browserAsks: {
    en: 'Your browser asks for a fingerprint, your face or a PIN.',
    de: 'Ihr Browser fragt nach Fingerabdruck, Gesicht oder PIN.',
    es: 'El navegador le pedirá la huella dactilar, el rostro o un PIN.',
    fr: 'Votre navigateur demande une empreinte digitale, votre visage ou un code PIN.',
  },
  createAccount: {
    en: 'Create account',
    de: 'Konto erstellen',
    es: 'Crear cuenta',
    fr: 'Créer un compte',
  },
  createYours: {
    en: 'Create your account',
    de: 'Ihr Konto erstellen',
    es: 'Crear su cuenta',
    fr: 'Créer votre compte',
  },
  teamName: {
    en: 'Name of the team',
    de: 'Name des Teams',
    es: 'Nombre del equipo',
    fr: 'Nom de l’équipe',
  },
  or: { en: 'or', de: 'oder', es: 'o', fr: 'ou' },
  haveAccount: {
    en: 'I have an account',
    de: 'Ich habe ein Konto',
    es: 'Ya tengo una cuenta',
    fr: 'J’ai un compte',
  },
})
