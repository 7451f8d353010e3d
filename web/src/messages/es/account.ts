import type { text as english } from '../en/account.ts'

export const text: typeof english = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Nueva contraseña',
  minimum: 'Al menos 10 caracteres',
  passkey: 'Llave de acceso',
  passkeyExists: 'Este dispositivo ya tiene una llave de acceso para su cuenta.',
  noPasskey:
    'No se ha elegido ninguna llave de acceso o este dispositivo no tiene ninguna para esta dirección.',
  browserOn: (browser: string, system: string) => `${browser} en ${system}`,
  otherBrowser: 'Otro navegador',
}
