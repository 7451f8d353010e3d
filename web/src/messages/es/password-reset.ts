import type { text as english } from '../en/password-reset.ts'

export const text: typeof english = {
  title: 'Establecer una nueva contraseña',
  setPassword: 'Establecer contraseña',
  endsSessions: 'Cierra todas sus sesiones.',
  changed: 'Contraseña cambiada',
  sessionsEnded: 'Se han cerrado todas sus sesiones.',
  signIn: 'Iniciar sesión',
}
