import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** Deviations of an authenticator or a page from what they should do. */
interface Deviation {
  /** The host that the authenticator signs for. */
  host?: string
  verified?: boolean
  counter?: number
  userHandle?: string
  /** The name of the attestation, which is sent without a valid statement. */
  attestation?: 'none' | 'tpm'
  type?: string
}

interface Creation {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

/** A passkey in software (ES256), which answers the options of a ceremony as a browser does. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  let userHandle = ''
  let counter = 0

  const dataOf = (host: string, { verified = true, ...it }: Deviation, attested?: Buffer) => {
    counter = it.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = PRESENT | (verified ? VERIFIED : 0) | (attested ? ATTESTED : 0)
    const parts = [sha256(it.host ?? host), Buffer.of(flags), count]
    return Buffer.concat(attested ? [...parts, attested] : parts)
  }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    id,

    /** The response to options for a new passkey, from a page of this origin. */
    create({ challenge, rp, user }: Creation, origin: string, deviation: Deviation = {}) {
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const length = Buffer.of(0, credentialId.length)
      const key = [
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, ...key])
      const authData = dataOf(rp.id, deviation, attested)
      const attestationObject = Buffer.concat([
        Buffer.of(0xa3),
        ...[text('fmt'), text(deviation.attestation ?? 'none')],
        ...[text('attStmt'), Buffer.of(0xa0)],
        ...[text('authData'), Buffer.of(0x58, authData.length), authData],
      ])
      const data = clientData(deviation.type ?? 'webauthn.create', challenge, origin)
      const response = {
        clientDataJSON: data.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { ...credential, response }
    },

    /** The response to options for a sign-in, from a page of this origin. */
    get(
      { challenge, rpId }: { challenge: string; rpId: string },
      origin: string,
      deviation: Deviation = {},
    ) {
      const data = clientData(deviation.type ?? 'webauthn.get', challenge, origin)
      const authenticatorData = dataOf(rpId, deviation)
      const signed = Buffer.concat([authenticatorData, sha256(data)])
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? userHandle,
      }
      return { ...credential, response }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A short text in CBOR. */
const text = (it: string) => Buffer.concat([Buffer.of(0x60 + it.length), Buffer.from(it)])
