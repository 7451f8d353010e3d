/** Texts about accounts that signing in, invitations and the profile share. */
export const text = {
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  minimum: 'At least 10 characters',
  passkey: 'Passkey',
  passkeyExists: 'This device has a passkey for your account already.',
  noPasskey: 'No passkey was chosen, or this device has none for this address.',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  otherBrowser: 'Another browser',
}
