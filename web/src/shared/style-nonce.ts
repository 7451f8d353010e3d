/** The style nonce of the gateway's policy; empty without a policy (the Vite dev server). */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
