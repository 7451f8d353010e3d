import { texts } from '../shared/language.rules.ts'

/** Texts of invitations to a team. */
export const text = texts({
  invite: {
    action: { en: 'Invite', de: 'Einladen', es: 'Invitar', fr: 'Inviter' },
    title: {
      en: 'Invite a person',
      de: 'Person einladen',
      es: 'Invitar a una persona',
      fr: 'Inviter une personne',
    },
    create: {
      en: 'Create invitation',
      de: 'Einladung erstellen',
      es: 'Crear invitación',
      fr: 'Créer l’invitation',
    },
    limits: {
      en: 'Only the links that they create, and the clicks of these links',
      de: 'Nur selbst erstellte Links und deren Klicks',
      es: 'Solo los enlaces que cree y los clics de esos enlaces',
      fr: 'Seulement les liens que la personne crée, et les clics de ces liens',
    },
    forAnyone: {
      en: 'If empty, anyone with the link can accept the invitation',
      de: 'Wenn leer, kann jede Person mit dem Link die Einladung annehmen',
      es: 'Si se deja vacío, cualquiera con el enlace puede aceptar la invitación',
      fr: 'Si vide, toute personne qui a le lien peut accepter l’invitation',
    },
  },
  invitations: {
    title: {
      en: 'Pending invitations',
      de: 'Offene Einladungen',
      es: 'Invitaciones pendientes',
      fr: 'Invitations en attente',
    },
    anyone: {
      en: 'Anyone with the link',
      de: 'Jede Person mit dem Link',
      es: 'Cualquiera con el enlace',
      fr: 'Toute personne qui a le lien',
    },
    times: {
      en: '{role} · created {created} · expires {expires}',
      de: '{role} · erstellt {created} · läuft {expires} ab',
      es: '{role} · creada {created} · caduca {expires}',
      fr: '{role} · création {created} · expire {expires}',
    },
    revoke: { en: 'Revoke', de: 'Widerrufen', es: 'Revocar', fr: 'Révoquer' },
    revokeOf: {
      en: 'Revoke the invitation of {name}',
      de: 'Einladung von {name} widerrufen',
      es: 'Revocar la invitación de {name}',
      fr: 'Révoquer l’invitation de {name}',
    },
    revokeAsked: {
      en: 'Revoke this invitation?',
      de: 'Diese Einladung widerrufen?',
      es: '¿Revocar esta invitación?',
      fr: 'Révoquer cette invitation ?',
    },
    revokeThis: {
      en: 'Revoke invitation',
      de: 'Einladung widerrufen',
      es: 'Revocar invitación',
      fr: 'Révoquer l’invitation',
    },
    revoked: {
      en: 'Revoked the invitation',
      de: 'Einladung widerrufen',
      es: 'Invitación revocada',
      fr: 'Invitation révoquée',
    },
    linkOfStops: {
      en: 'The link of {email} stops working.',
      de: 'Der Link von {email} funktioniert nicht mehr.',
      es: 'El enlace de {email} deja de funcionar.',
      fr: 'Le lien de {email} cesse de fonctionner.',
    },
    linkStops: {
      en: 'The link of the invitation stops working.',
      de: 'Der Link der Einladung funktioniert nicht mehr.',
      es: 'El enlace de la invitación deja de funcionar.',
      fr: 'Le lien de l’invitation cesse de fonctionner.',
    },
    link: {
      en: 'Invitation link',
      de: 'Einladungslink',
      es: 'Enlace de invitación',
      fr: 'Lien d’invitation',
    },
    mailed: {
      en: 'An email with this link was sent to {email}.',
      de: 'Eine E-Mail mit diesem Link wurde an {email} gesendet.',
      es: 'Se ha enviado un correo con este enlace a {email}.',
      fr: 'Un e-mail avec ce lien a été envoyé à {email}.',
    },
    sendIt: {
      en: 'Send this link to the person.',
      de: 'Senden Sie diesen Link an die Person.',
      es: 'Envíe este enlace a la persona.',
      fr: 'Envoyez ce lien à la personne.',
    },
    notMailed: {
      en: 'The email to {email} could not be sent. Send this link to the person yourself.',
      de: 'Die E-Mail an {email} konnte nicht gesendet werden. Senden Sie der Person diesen Link selbst.',
      es: 'No se ha podido enviar el correo a {email}. Envíe usted este enlace a la persona.',
      fr: 'L’e-mail à {email} n’a pas pu être envoyé. Envoyez vous-même ce lien à la personne.',
    },
    worksOnce: {
      en: 'It works once, for seven days.',
      de: 'Er funktioniert einmal und sieben Tage lang.',
      es: 'Funciona una sola vez, durante siete días.',
      fr: 'Il fonctionne une seule fois, pendant sept jours.',
    },
  },
})
