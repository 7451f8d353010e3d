import { texts } from '../shared/language.rules.ts'

/** Texts of the page that a one-time link opens. */
export const text = texts({
  title: {
    en: 'Sign in to Fingerpost',
    de: 'Bei Fingerpost anmelden',
    es: 'Iniciar sesión en Fingerpost',
    fr: 'Se connecter à Fingerpost',
  },
  signingIn: {
    en: 'Signing in',
    de: 'Anmeldung läuft',
    es: 'Iniciando sesión',
    fr: 'Connexion en cours',
  },
  toTeam: {
    en: 'Sign in to {team}',
    de: 'Bei {team} anmelden',
    es: 'Iniciar sesión en {team}',
    fr: 'Se connecter à {team}',
  },
  toTeamAsked: {
    en: 'Sign in to {team}?',
    de: 'Bei {team} anmelden?',
    es: '¿Iniciar sesión en {team}?',
    fr: 'Se connecter à {team} ?',
  },
  onlyIfRequested: {
    en: 'This link signs you in to the team {team}. Continue only if you requested it: everything you create will belong to this team.',
    de: 'Dieser Link meldet Sie beim Team {team} an. Fahren Sie nur fort, wenn Sie ihn angefordert haben: Alles, was Sie erstellen, gehört dann diesem Team.',
    es: 'Este enlace inicia sesión en el equipo {team}. Continúe solo si lo ha solicitado: todo lo que cree pertenecerá a este equipo.',
    fr: 'Ce lien vous connecte à l’équipe {team}. Continuez seulement si vous l’avez demandé : tout ce que vous créez appartiendra à cette équipe.',
  },
  anotherWay: {
    en: 'Sign in another way',
    de: 'Anders anmelden',
    es: 'Iniciar sesión de otra forma',
    fr: 'Se connecter autrement',
  },
  another: {
    en: '`npm run admin -- signin` prints another one.',
    de: '`npm run admin -- signin` gibt einen neuen aus.',
    es: '`npm run admin -- signin` muestra uno nuevo.',
    fr: '`npm run admin -- signin` en affiche un autre.',
  },
  heading: {
    en: 'Welcome to {team}',
    de: 'Willkommen bei {team}',
    es: 'Le damos la bienvenida a {team}',
    fr: 'Bienvenue dans {team}',
  },
  nobodyYet: {
    en: 'Nobody has an account in this team yet. Create yours as its owner, or sign in without one, with the API key of the team. Continue only if you requested this link: everything you create will belong to this team.',
    de: 'In diesem Team hat noch niemand ein Konto. Erstellen Sie Ihres als Eigentümer, oder melden Sie sich ohne Konto mit dem API-Schlüssel des Teams an. Fahren Sie nur fort, wenn Sie diesen Link angefordert haben: Alles, was Sie erstellen, gehört dann diesem Team.',
    es: 'Nadie tiene aún una cuenta en este equipo. Cree la suya como propietario o inicie sesión sin cuenta, con la clave de API del equipo. Continúe solo si ha solicitado este enlace: todo lo que cree pertenecerá a este equipo.',
    fr: 'Personne n’a encore de compte dans cette équipe. Créez le vôtre comme propriétaire, ou connectez-vous sans compte, avec la clé API de l’équipe. Continuez seulement si vous avez demandé ce lien : tout ce que vous créez appartiendra à cette équipe.',
  },
  createAccount: {
    en: 'Create your account',
    de: 'Konto erstellen',
    es: 'Crear su cuenta',
    fr: 'Créer votre compte',
  },
  withoutAccount: {
    en: 'Continue without an account',
    de: 'Ohne Konto fortfahren',
    es: 'Continuar sin cuenta',
    fr: 'Continuer sans compte',
  },
})
