import type { Language } from '@fingerpost/kit/visitor/language'
import type { Notice } from '@fingerpost/kit/visitor/notice-page'

/** All texts of the visitor pages. */
export interface Words {
  home: Notice
  notFound: Notice
  gone: Notice
  expired: Notice
  tooLong: Notice
  foreignForm: Notice
  tooLarge: Notice
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
    notFound: ['No link here', 'There is no short link at this address. It may be mistyped.'],
    gone: ['This link no longer exists', 'Its owner deleted it.'],
    expired: ['This link has expired', 'It is no longer available.'],
    tooLong: ['Invalid address', 'The address is too long.'],
    foreignForm: ['Form refused', 'This form was sent from another site.'],
    tooLarge: ['Form too large', 'The form contains more than a password.'],
    tooManyGuesses: ['Too many wrong passwords', 'Wait a while before you try again.'],
    locked: ['This link is protected', 'Enter its password to continue.'],
    wrongPassword: 'Wrong password.',
    password: 'Password',
    go: 'Continue',
    preview: 'Where this link leads',
    shortLink: 'Short link',
    leadsTo: 'Leads to',
    scan: 'Scan to open the link on another device',
  },
  de: {
    home: ['Kurzlinks', 'Diese Domain stellt Kurzlinks bereit. Eine Startseite gibt es nicht.'],
    notFound: [
      'Link nicht gefunden',
      'Unter dieser Adresse gibt es keinen Kurzlink. Prüfen Sie, ob sie richtig geschrieben ist.',
    ],
    gone: ['Dieser Link existiert nicht mehr', 'Er wurde von seinem Eigentümer gelöscht.'],
    expired: ['Dieser Link ist abgelaufen', 'Er ist nicht mehr verfügbar.'],
    tooLong: ['Ungültige Adresse', 'Die Adresse ist zu lang.'],
    foreignForm: [
      'Formular abgelehnt',
      'Dieses Formular wurde von einer anderen Website gesendet.',
    ],
    tooLarge: ['Formular zu groß', 'Das Formular enthält mehr als ein Passwort.'],
    tooManyGuesses: [
      'Zu viele falsche Passwörter',
      'Bitte warten Sie eine Weile, bevor Sie es erneut versuchen.',
    ],
    locked: ['Dieser Link ist geschützt', 'Geben Sie das Passwort ein, um fortzufahren.'],
    wrongPassword: 'Falsches Passwort.',
    password: 'Passwort',
    go: 'Weiter',
    preview: 'Wohin dieser Link führt',
    shortLink: 'Kurzlink',
    leadsTo: 'Ziel',
    scan: 'Scannen, um den Link auf einem anderen Gerät zu öffnen',
  },
  es: {
    home: ['Enlaces cortos', 'Este dominio ofrece enlaces cortos. No tiene página de inicio.'],
    notFound: [
      'Enlace no encontrado',
      'No hay ningún enlace corto en esta dirección. Compruebe que esté bien escrita.',
    ],
    gone: ['Este enlace ya no existe', 'Su propietario lo ha eliminado.'],
    expired: ['Este enlace ha caducado', 'Ya no está disponible.'],
    tooLong: ['Dirección no válida', 'La dirección es demasiado larga.'],
    foreignForm: ['Formulario rechazado', 'Este formulario se envió desde otro sitio web.'],
    tooLarge: ['Formulario demasiado grande', 'El formulario contiene más que una contraseña.'],
    tooManyGuesses: [
      'Demasiadas contraseñas incorrectas',
      'Espere un momento antes de volver a intentarlo.',
    ],
    locked: ['Este enlace está protegido', 'Introduzca la contraseña para continuar.'],
    wrongPassword: 'Contraseña incorrecta.',
    password: 'Contraseña',
    go: 'Continuar',
    preview: 'Adónde lleva este enlace',
    shortLink: 'Enlace corto',
    leadsTo: 'Destino',
    scan: 'Escanee el código para abrir el enlace en otro dispositivo',
  },
  fr: {
    home: ['Liens courts', 'Ce domaine héberge des liens courts. Il n’a pas de page d’accueil.'],
    notFound: [
      'Lien introuvable',
      'Il n’y a pas de lien court à cette adresse. Vérifiez qu’elle est correcte.',
    ],
    gone: ['Ce lien n’existe plus', 'Son propriétaire l’a supprimé.'],
    expired: ['Ce lien a expiré', 'Il n’est plus disponible.'],
    tooLong: ['Adresse non valide', 'L’adresse est trop longue.'],
    foreignForm: ['Formulaire refusé', 'Ce formulaire a été envoyé depuis un autre site.'],
    tooLarge: ['Formulaire trop volumineux', 'Le formulaire contient plus qu’un mot de passe.'],
    tooManyGuesses: ['Trop de mots de passe incorrects', 'Patientez un moment avant de réessayer.'],
    locked: ['Ce lien est protégé', 'Saisissez le mot de passe pour continuer.'],
    wrongPassword: 'Mot de passe incorrect.',
    password: 'Mot de passe',
    go: 'Continuer',
    preview: 'Où mène ce lien',
    shortLink: 'Lien court',
    leadsTo: 'Destination',
    scan: 'Scannez le code pour ouvrir le lien sur un autre appareil',
  },
}
