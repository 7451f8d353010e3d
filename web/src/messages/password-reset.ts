import { texts } from '../shared/language.rules.ts'

export const text = texts({
  title: {
    en: 'Set a new password',
    de: 'Neues Passwort festlegen',
    es: 'Establecer una nueva contraseña',
    fr: 'Choisir un nouveau mot de passe',
  },
  setPassword: {
    en: 'Set password',
    de: 'Passwort festlegen',
    es: 'Establecer contraseña',
    fr: 'Enregistrer',
  },
  endsSessions: {
    en: 'Ends all of your sessions.',
    de: 'Beendet alle Ihre Sitzungen.',
    es: 'Cierra todas sus sesiones.',
    fr: 'Met fin à toutes vos sessions.',
  },
  changed: {
    en: 'Password changed',
    de: 'Passwort geändert',
    es: 'Contraseña cambiada',
    fr: 'Mot de passe modifié',
  },
  sessionsEnded: {
    en: 'All of your sessions have ended.',
    de: 'Alle Ihre Sitzungen wurden beendet.',
    es: 'Se han cerrado todas sus sesiones.',
    fr: 'Toutes vos sessions sont terminées.',
  },
  verified: {
    en: 'Your email address is verified now. Because anyone could have created this account with it, the passkeys and API keys that it had were removed.',
    de: 'Ihre E-Mail-Adresse ist jetzt bestätigt. Weil jede Person dieses Konto mit ihr hätte anlegen können, wurden seine bisherigen Passkeys und API-Schlüssel entfernt.',
    es: 'Su dirección de correo ya está verificada. Como cualquiera podría haber creado esta cuenta con ella, se han eliminado las llaves de acceso y las claves de API que tenía.',
    fr: 'Votre adresse e-mail est maintenant vérifiée. Comme n’importe qui aurait pu créer ce compte avec elle, ses clés d’accès et ses clés API ont été supprimées.',
  },
  left: {
    en: 'Your account left these teams: {teams}. Ask for a new invitation if you need one.',
    de: 'Ihr Konto hat diese Teams verlassen: {teams}. Bitten Sie bei Bedarf um eine neue Einladung.',
    es: 'La cuenta ha salido de estos equipos: {teams}. Pida una nueva invitación si la necesita.',
    fr: 'Votre compte a quitté ces équipes : {teams}. Demandez une nouvelle invitation si nécessaire.',
  },
  others: {
    en: 'Other ways to sign in to this account',
    de: 'Andere Anmeldemöglichkeiten für dieses Konto',
    es: 'Otras formas de iniciar sesión en esta cuenta',
    fr: 'Autres moyens de se connecter à ce compte',
  },
  nothing: {
    en: 'There are no other ways to sign in to this account.',
    de: 'Für dieses Konto gibt es keine anderen Anmeldemöglichkeiten.',
    es: 'No hay otras formas de iniciar sesión en esta cuenta.',
    fr: 'Il n’y a pas d’autre moyen de se connecter à ce compte.',
  },
  passkey: {
    en: 'Passkey {name}',
    de: 'Passkey {name}',
    es: 'Llave de acceso {name}',
    fr: 'Clé d’accès {name}',
  },
  added: {
    en: 'added {added}',
    de: 'hinzugefügt {added}',
    es: 'añadida {added}',
    fr: 'ajoutée {added}',
  },
  sso: {
    en: 'Single sign-on with {provider}',
    de: 'Single Sign-on mit {provider}',
    es: 'Inicio de sesión único con {provider}',
    fr: 'Authentification unique avec {provider}',
  },
  keys: {
    en: '{count, plural, one{One API key of yours keeps working.} other{# API keys of yours keep working.}}',
    de: '{count, plural, one{Ein API-Schlüssel von Ihnen funktioniert weiterhin.} other{# API-Schlüssel von Ihnen funktionieren weiterhin.}}',
    es: '{count, plural, one{Una clave de API suya sigue funcionando.} other{# claves de API suyas siguen funcionando.}}',
    fr: '{count, plural, one{Une de vos clés API reste valide.} other{# de vos clés API restent valides.}}',
  },
  unknown: {
    en: 'If you do not recognize something, sign in and remove it.',
    de: 'Wenn Ihnen etwas unbekannt ist, melden Sie sich an und entfernen Sie es.',
    es: 'Si no reconoce algo, inicie sesión y elimínelo.',
    fr: 'Si vous ne reconnaissez pas un élément, connectez-vous et supprimez-le.',
  },
  signIn: { en: 'Sign in', de: 'Anmelden', es: 'Iniciar sesión', fr: 'Se connecter' },
})
