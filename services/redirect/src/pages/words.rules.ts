import type { Language } from '@fingerpost/kit/visitor/language'
import type { Notice } from '@fingerpost/kit/visitor/notice-page'

/** All texts of the visitor pages. */
export interface Words {
  home: Notice
  badRequest: Notice
  notFound: Notice
  gone: Notice
  expired: Notice
  tooLong: Notice
  tooMany: Notice
  foreignForm: Notice
  tooLarge: Notice
  failed: Notice
  notAllowed: Notice
  tooManyGuesses: Notice
  locked: Notice
  wrongPassword: string
  password: string
  go: string
  preview: string
  shortLink: string
  leadsTo: string
  scan: string
}

/** The texts of all pages in every supported language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    home: ['Short links', 'This domain serves short links. There is no page at its root.'],
    badRequest: ['Invalid address', 'The address cannot be decoded.'],
    notFound: ['No link here', 'There is no short link at this address. It may be mistyped.'],
    gone: ['This link no longer exists', 'Its owner deleted it.'],
    expired: ['This link has expired', 'It is no longer available.'],
    tooLong: ['Invalid address', 'The address is too long.'],
    tooMany: ['Too many requests', 'Too many requests from your address. Try again in a minute.'],
    foreignForm: ['Form refused', 'This form was sent from another site.'],
    tooLarge: ['Form too large', 'The form contains more than a password.'],
    failed: ['Something went wrong', 'The error is on our side. Try again later.'],
    notAllowed: ['Method not allowed', 'This address does not support that request method.'],
    tooManyGuesses: ['Too many wrong passwords', 'Wait a while before you try again.'],
    locked: ['This link is protected', 'Enter its password to continue.'],
    wrongPassword: 'Wrong password.',
    password: 'Password',
    go: 'Continue',
    preview: 'Where this link leads',
    shortLink: 'Short link',
    leadsTo: 'Leads to',
    scan: 'Scan to open the link elsewhere',
  },
  de: {
    home: ['Hier wohnen Kurzlinks', 'Unter dieser Adresse selbst gibt es nichts zu sehen.'],
    badRequest: ['Das ist kein Link', 'Die Adresse lässt sich nicht lesen.'],
    notFound: [
      'Hier ist kein Link',
      'Unter dieser Adresse gibt es keinen Kurzlink. Vielleicht ist sie vertippt.',
    ],
    gone: ['Diesen Link gibt es nicht mehr', 'Sein Besitzer hat ihn entfernt.'],
    expired: [
      'Dieser Link ist abgelaufen',
      'Er führte eine Zeit lang weiter und tut es nicht mehr.',
    ],
    tooLong: ['Das ist kein Link', 'Die Adresse ist zu lang.'],
    tooMany: [
      'Langsamer, bitte',
      'Zu viele Versuche von Ihrer Adresse. Bitte in einer Minute wieder.',
    ],
    foreignForm: ['Nicht von hier', 'Dieses Formular kam von einer anderen Website.'],
    tooLarge: ['Zu viel', 'Das ist mehr als ein Passwort.'],
    failed: ['Das hat nicht geklappt', 'Bei uns ist etwas schiefgegangen.'],
    notAllowed: ['Nicht hier', 'Diese Adresse beantwortet solche Anfragen nicht.'],
    tooManyGuesses: ['Zu viele falsche Passwörter', 'Bitte warten Sie eine Weile.'],
    locked: ['Dieser Link ist geschützt', 'Weiter geht es nur mit seinem Passwort.'],
    wrongPassword: 'Das war nicht das Passwort.',
    password: 'Passwort',
    go: 'Weiter',
    preview: 'Wohin dieser Link führt',
    shortLink: 'Kurzlink',
    leadsTo: 'Führt zu',
    scan: 'Scannen und anderswo öffnen',
  },
  es: {
    home: ['Aquí viven enlaces cortos', 'En esta dirección no hay nada más que ver.'],
    badRequest: ['Esto no es un enlace', 'La dirección no se puede leer.'],
    notFound: [
      'Aquí no hay ningún enlace',
      'No existe un enlace corto en esta dirección. Puede que esté mal escrita.',
    ],
    gone: ['Este enlace ya no existe', 'Su dueño lo ha retirado.'],
    expired: ['Este enlace ha caducado', 'Durante un tiempo llevó a algún sitio; ya no.'],
    tooLong: ['Esto no es un enlace', 'La dirección es demasiado larga.'],
    tooMany: ['Más despacio', 'Demasiados intentos desde su dirección. Vuelva en un minuto.'],
    foreignForm: ['No desde aquí', 'Este formulario se envió desde otro sitio.'],
    tooLarge: ['Demasiado', 'Eso es más que una contraseña.'],
    failed: ['No ha funcionado', 'Algo ha fallado por nuestra parte.'],
    notAllowed: ['Aquí no', 'Esta dirección no responde a ese tipo de petición.'],
    tooManyGuesses: [
      'Demasiadas contraseñas incorrectas',
      'Espere un rato antes de volver a intentarlo.',
    ],
    locked: ['Este enlace está protegido', 'Para continuar necesita su contraseña.'],
    wrongPassword: 'Esa no era la contraseña.',
    password: 'Contraseña',
    go: 'Continuar',
    preview: 'Adónde lleva este enlace',
    shortLink: 'Enlace corto',
    leadsTo: 'Lleva a',
    scan: 'Escanear para abrirlo en otro lugar',
  },
  fr: {
    home: ['Ici vivent des liens courts', 'Il n’y a rien d’autre à voir à cette adresse.'],
    badRequest: ['Ce n’est pas un lien', 'L’adresse est illisible.'],
    notFound: [
      'Aucun lien ici',
      'Il n’y a pas de lien court à cette adresse. Elle est peut-être mal saisie.',
    ],
    gone: ['Ce lien n’existe plus', 'Son propriétaire l’a retiré.'],
    expired: ['Ce lien a expiré', 'Il a mené quelque part un temps, et ne le fait plus.'],
    tooLong: ['Ce n’est pas un lien', 'L’adresse est trop longue.'],
    tooMany: ['Moins vite', 'Trop d’essais depuis votre adresse. Revenez dans une minute.'],
    foreignForm: ['Pas d’ici', 'Ce formulaire a été envoyé depuis un autre site.'],
    tooLarge: ['C’est trop', 'C’est plus long qu’un mot de passe.'],
    failed: ['Cela n’a pas marché', 'Quelque chose s’est mal passé de notre côté.'],
    notAllowed: ['Pas ici', 'Cette adresse ne répond pas à ce genre de requête.'],
    tooManyGuesses: ['Trop de mots de passe erronés', 'Attendez un peu avant de réessayer.'],
    locked: ['Ce lien est protégé', 'Il faut son mot de passe pour continuer.'],
    wrongPassword: 'Ce n’était pas le mot de passe.',
    password: 'Mot de passe',
    go: 'Continuer',
    preview: 'Où mène ce lien',
    shortLink: 'Lien court',
    leadsTo: 'Mène à',
    scan: 'Scanner pour l’ouvrir ailleurs',
  },
}
