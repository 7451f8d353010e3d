import type { text as english } from '../en/sign-in.ts'

export const text: typeof english = {
  title: 'Se connecter à Fingerpost',
  signIn: 'Se connecter',
  toJoin: (team) => `Se connecter pour rejoindre ${team}`,
  keyIsKept:
    'Saisissez une clé API de votre équipe. Elle est conservée dans cet onglet jusqu’à sa fermeture.',
  insecure: 'Pour vous connecter avec votre compte, ouvrez le tableau de bord en HTTPS.',
  apiKey: 'Clé API',
  useKey: 'Utiliser une clé API',
  useAccount: 'Utiliser votre compte',
  or: 'ou',
  withPasskey: 'Utiliser une clé d’accès',
  withSso: (provider) => `Se connecter avec ${provider}`,
  forgotYours: 'Mot de passe oublié ?',
  forgotten: 'Mot de passe oublié',
  sendLink: 'Envoyer un lien',
  linkSent:
    'S’il existe un compte avec cette adresse, un lien est en route. Il fonctionne une seule fois, pendant une heure.',
  back: 'Retour à la connexion',
}
