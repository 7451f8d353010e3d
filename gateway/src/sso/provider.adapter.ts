import { Problem, unavailable } from '@fingerpost/kit/http/problem'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { isAway, reasonOf } from './provider-error.rules.ts'
import { isSubject } from './sso.rules.ts'

export interface ProviderConfig {
  /** Empty: no single sign-on. */
  OIDC_ISSUER: string
  OIDC_CLIENT_ID: string
  /** Empty: a public client. */
  OIDC_CLIENT_SECRET: string
}

/** What ties the answer of the provider to the request of one browser. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** A person whom the provider has authenticated. */
export interface Identity {
  issuer: string
  subject: string
  /** Empty if the provider sends none. */
  email: string
  email_verified: boolean
  name: string
}

const SCOPE = 'openid email profile'
/** Timeout of each request to the provider. */
const TIMEOUT_SECONDS = 5
/** Metadata of the provider is read again for a sign-in after this time. */
const FRESH_MS = 10_000

export type IdentityProvider = ReturnType<typeof identityProvider>

/**
 * The OpenID Connect provider: code flow with PKCE. Its metadata is requested at the first sign-in,
 * so the gateway starts without it. All methods throw unavailable if it does not answer.
 */
export function identityProvider(config: ProviderConfig) {
  const issuer = new URL(config.OIDC_ISSUER)
  let latest: { it: Configuration; at: number } | undefined
  let discovering: Promise<Configuration> | undefined

  /** At most one request for metadata at a time. */
  function discover(): Promise<Configuration> {
    discovering ??= discovery(issuer, config.OIDC_CLIENT_ID, {}, authenticator(config), {
      timeout: TIMEOUT_SECONDS,
      // The setting accepts http only for a provider on this machine.
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    })
      .then((it) => {
        checkEndpoints(it)
        latest = { it, at: performance.now() }
        return it
      })
      .catch((error: unknown) => {
        throw away(error)
      })
      .finally(() => {
        discovering = undefined
      })
    return discovering
  }

  return {
    /** The name by which people know the provider. */
    name: issuer.host,

    /** The address of the provider to which the browser is sent, and what its answer must match. */
    async begin(redirectUri: string): Promise<{ url: string; checks: Checks }> {
      const server =
        latest && performance.now() - latest.at < FRESH_MS ? latest.it : await discover()
      const checks = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      }
      const url = buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },

    /**
     * The identity in an answer of the provider: `answer` is the URL to which it sent the browser.
     * Throws forbidden sso_refused if the answer is an error or does not match the checks.
     */
    async finish(answer: URL, { state, nonce, verifier }: Checks): Promise<Identity> {
      const server = latest?.it ?? (await discover())
      try {
        const tokens = await authorizationCodeGrant(server, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('no ID token')
        if (!isSubject(claims.sub)) throw new Error('the subject of the ID token is not valid')
        const more =
          claims.email === undefined && server.serverMetadata().userinfo_endpoint
            ? await fetchUserInfo(server, tokens.access_token, claims.sub)
            : {}
        return toIdentity(claims.iss, claims.sub, { ...claims, ...more })
      } catch (error) {
        throw isAway(error) ? away(error) : refused(error)
      }
    },
  }
}

/** Throws unless the metadata has addresses at which a sign-in begins and ends. */
function checkEndpoints(server: Configuration): void {
  const { authorization_endpoint, token_endpoint } = server.serverMetadata()
  for (const it of [authorization_endpoint, token_endpoint]) {
    const isWeb = /^https?:$/.test(URL.parse(String(it))?.protocol ?? '')
    if (!isWeb) throw new Error('the metadata of the provider names no valid endpoints')
  }
}

const away = (error: unknown) =>
  unavailable(
    'The identity provider does not answer. Try again in a moment.',
    new Error(reasonOf(error)),
  )

const refused = (error: unknown) =>
  new Problem(
    'forbidden',
    'sso_refused',
    'The identity provider did not sign you in. Sign in again; if that does not help, ask the operator of this service.',
    [],
    new Error(reasonOf(error)),
  )

/** Basic authentication, the default of OpenID Connect, unless the provider does not support it. */
function authenticator({ OIDC_CLIENT_SECRET: secret }: ProviderConfig): ClientAuth {
  if (!secret) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usesBasic = supported.includes('client_secret_basic')
    return usesBasic ? basic(server, ...rest) : post(server, ...rest)
  }
}

function toIdentity(issuer: string, subject: string, claims: Record<string, unknown>): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  return {
    issuer,
    subject,
    email: text('email'),
    // Some providers send a string.
    email_verified: claims.email_verified === true || claims.email_verified === 'true',
    name: text('name') || text('preferred_username'),
  }
}
