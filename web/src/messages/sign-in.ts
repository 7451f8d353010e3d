import { texts } from '../shared/language.rules.ts'

export const text = texts({
  title: {
    en: 'Sign in to Fingerpost',
    de: 'Bei Fingerpost anmelden',
    es: 'Iniciar sesión en Fingerpost',
    fr: 'Se connecter à Fingerpost',
  },
  signIn: { en: 'Sign in', de: 'Anmelden', es: 'Iniciar sesión', fr: 'Se connecter' },
  toJoin: {
    en: 'Sign in to join {team}',
    de: 'Anmelden, um {team} beizutreten',
    es: 'Inicie sesión para unirse a {team}',
    fr: 'Se connecter pour rejoindre {team}',
  },
  keyIsStored: {
    en: 'Enter an API key of your team. It is kept in this tab until you close it.',
    de: 'Geben Sie einen API-Schlüssel Ihres Teams ein. Er bleibt in diesem Tab, bis Sie ihn schließen.',
    es: 'Introduzca una clave de API de su equipo. Se guarda en esta pestaña hasta que la cierre.',
    fr: 'Saisissez une clé API de votre équipe. Elle est conservée dans cet onglet jusqu’à sa fermeture.',
  },
  insecure: {
    en: 'To sign in with your account, open the dashboard over HTTPS.',
    de: 'Um sich mit Ihrem Konto anzumelden, öffnen Sie das Dashboard über HTTPS.',
    es: 'Para iniciar sesión con su cuenta, abra el panel por HTTPS.',
    fr: 'Pour vous connecter avec votre compte, ouvrez le tableau de bord en HTTPS.',
  },
  apiKey: { en: 'API key', de: 'API-Schlüssel', es: 'Clave de API', fr: 'Clé API' },
  useKey: {
    en: 'Use an API key',
    de: 'API-Schlüssel verwenden',
    es: 'Usar una clave de API',
    fr: 'Utiliser une clé API',
  },
  useAccount: {
    en: 'Use your account',
    de: 'Konto verwenden',
    es: 'Usar su cuenta',
    fr: 'Utiliser votre compte',
  },
  or: { en: 'or', de: 'oder', es: 'o', fr: 'ou' },
  withPasskey: {
    en: 'Sign in with a passkey',
    de: 'Mit Passkey anmelden',
    es: 'Usar una llave de acceso',
    fr: 'Utiliser une clé d’accès',
  },
  withSso: {
    en: 'Sign in with {provider}',
    de: 'Mit {provider} anmelden',
    es: 'Iniciar sesión con {provider}',
    fr: 'Se connecter avec {provider}',
  },
  forgotYours: {
    en: 'Forgot your password?',
    de: 'Passwort vergessen?',
    es: '¿Ha olvidado su contraseña?',
    fr: 'Mot de passe oublié ?',
  },
  forgotten: {
    en: 'Forgotten password',
    de: 'Passwort vergessen',
    es: 'Contraseña olvidada',
    fr: 'Mot de passe oublié',
  },
  sendLink: { en: 'Send a link', de: 'Link senden', es: 'Enviar un enlace', fr: 'Envoyer un lien' },
  linkSent: {
    en: 'If there is an account with this address, a link is on its way. It works once, for an hour.',
    de: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er funktioniert einmal und eine Stunde lang.',
    es: 'Si existe una cuenta con esta dirección, recibirá un enlace. Funciona una sola vez, durante una hora.',
    fr: 'S’il existe un compte avec cette adresse, un lien est en route. Il fonctionne une seule fois, pendant une heure.',
  },
  back: {
    en: 'Back to sign-in',
    de: 'Zurück zur Anmeldung',
    es: 'Volver al inicio de sesión',
    fr: 'Retour à la connexion',
  },
})
