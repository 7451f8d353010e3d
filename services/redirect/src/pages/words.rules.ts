import { textsByLanguage } from '@fingerpost/messages'

/** The texts of the visitor pages, by language. */
export const WORDS = textsByLanguage({
  home: {
    title: { en: 'Short links', de: 'Kurzlinks', es: 'Enlaces cortos', fr: 'Liens courts' },
    text: {
      en: 'This domain serves short links. There is no page at its root.',
      de: 'Diese Domain stellt Kurzlinks bereit. Eine Startseite gibt es nicht.',
      es: 'Este dominio ofrece enlaces cortos. No tiene página de inicio.',
      fr: 'Ce domaine héberge des liens courts. Il n’a pas de page d’accueil.',
    },
  },
  notFound: {
    title: {
      en: 'Link not found',
      de: 'Link nicht gefunden',
      es: 'Enlace no encontrado',
      fr: 'Lien introuvable',
    },
    text: {
      en: 'There is no short link at this address. It may be mistyped.',
      de: 'Unter dieser Adresse gibt es keinen Kurzlink. Prüfen Sie, ob sie richtig geschrieben ist.',
      es: 'No hay ningún enlace corto en esta dirección. Compruebe que esté bien escrita.',
      fr: 'Il n’y a pas de lien court à cette adresse. Vérifiez qu’elle est correcte.',
    },
  },
  gone: {
    title: {
      en: 'This link no longer exists',
      de: 'Dieser Link existiert nicht mehr',
      es: 'Este enlace ya no existe',
      fr: 'Ce lien n’existe plus',
    },
    text: {
      en: 'Its owner deleted it.',
      de: 'Er wurde von seinem Eigentümer gelöscht.',
      es: 'Su propietario lo ha eliminado.',
      fr: 'Son propriétaire l’a supprimé.',
    },
  },
  expired: {
    title: {
      en: 'This link has expired',
      de: 'Dieser Link ist abgelaufen',
      es: 'Este enlace ha caducado',
      fr: 'Ce lien a expiré',
    },
    text: {
      en: 'It is no longer available.',
      de: 'Er ist nicht mehr verfügbar.',
      es: 'Ya no está disponible.',
      fr: 'Il n’est plus disponible.',
    },
  },
  tooLong: {
    title: {
      en: 'Invalid address',
      de: 'Ungültige Adresse',
      es: 'Dirección no válida',
      fr: 'Adresse non valide',
    },
    text: {
      en: 'The address is too long.',
      de: 'Die Adresse ist zu lang.',
      es: 'La dirección es demasiado larga.',
      fr: 'L’adresse est trop longue.',
    },
  },
  foreignForm: {
    title: {
      en: 'Form refused',
      de: 'Formular abgelehnt',
      es: 'Formulario rechazado',
      fr: 'Formulaire refusé',
    },
    text: {
      en: 'This form was sent from another site.',
      de: 'Dieses Formular wurde von einer anderen Website gesendet.',
      es: 'Este formulario se envió desde otro sitio web.',
      fr: 'Ce formulaire a été envoyé depuis un autre site.',
    },
  },
  tooLarge: {
    title: {
      en: 'Form too large',
      de: 'Formular zu groß',
      es: 'Formulario demasiado grande',
      fr: 'Formulaire trop volumineux',
    },
    text: {
      en: 'The form contains more than a password.',
      de: 'Das Formular enthält mehr als ein Passwort.',
      es: 'El formulario contiene más que una contraseña.',
      fr: 'Le formulaire contient plus qu’un mot de passe.',
    },
  },
  tooManyGuesses: {
    title: {
      en: 'Too many wrong passwords',
      de: 'Zu viele falsche Passwörter',
      es: 'Demasiadas contraseñas incorrectas',
      fr: 'Trop de mots de passe incorrects',
    },
    text: {
      en: 'Wait a while before you try again.',
      de: 'Bitte warten Sie eine Weile, bevor Sie es erneut versuchen.',
      es: 'Espere un momento antes de volver a intentarlo.',
      fr: 'Patientez un moment avant de réessayer.',
    },
  },
  locked: {
    title: {
      en: 'This link is protected',
      de: 'Dieser Link ist geschützt',
      es: 'Este enlace está protegido',
      fr: 'Ce lien est protégé',
    },
    text: {
      en: 'Enter its password to continue.',
      de: 'Geben Sie das Passwort ein, um fortzufahren.',
      es: 'Introduzca la contraseña para continuar.',
      fr: 'Saisissez le mot de passe pour continuer.',
    },
  },
  wrongPassword: {
    en: 'Wrong password.',
    de: 'Falsches Passwort.',
    es: 'Contraseña incorrecta.',
    fr: 'Mot de passe incorrect.',
  },
  password: { en: 'Password', de: 'Passwort', es: 'Contraseña', fr: 'Mot de passe' },
  go: { en: 'Continue', de: 'Weiter', es: 'Continuar', fr: 'Continuer' },
  preview: {
    en: 'Where this link leads',
    de: 'Wohin dieser Link führt',
    es: 'Adónde lleva este enlace',
    fr: 'Où mène ce lien',
  },
  shortLink: { en: 'Short link', de: 'Kurzlink', es: 'Enlace corto', fr: 'Lien court' },
  leadsTo: { en: 'Leads to', de: 'Ziel', es: 'Destino', fr: 'Destination' },
  scan: {
    en: 'Scan to open the link on another device',
    de: 'Scannen, um den Link auf einem anderen Gerät zu öffnen',
    es: 'Escanee el código para abrir el enlace en otro dispositivo',
    fr: 'Scannez le code pour ouvrir le lien sur un autre appareil',
  },
})
