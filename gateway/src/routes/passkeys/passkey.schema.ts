import { type Static, Type } from 'typebox'
import { DateTime, Nullable, OneOf } from '../../schema/shared.schema.ts'
import { ignored } from '../../schema/text.schema.ts'
import { PersonName } from '../people/person.schema.ts'

/** Objects of WebAuthn, whose fields have the names of the standard; browsers may add fields. */
const open = { additionalProperties: true }

const Bytes = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,65536}$',
  'x-fault': { code: 'invalid_format', detail: 'must be bytes in base64url' },
})
const PublicKeyType = OneOf(['public-key'])

const credential = {
  id: Bytes,
  rawId: Bytes,
  type: PublicKeyType,
  clientExtensionResults: Type.Optional(Type.Object({}, open)),
  authenticatorAttachment: Type.Optional(Nullable(Type.String({ maxLength: 32 }))),
}

const RegistrationResponse = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Bytes,
        attestationObject: Bytes,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
      },
      open,
    ),
  },
  open,
)

const AuthenticationResponse = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Bytes,
        authenticatorData: Bytes,
        signature: Bytes,
        userHandle: Type.Optional(Nullable(Bytes)),
      },
      open,
    ),
  },
  open,
)

/** PublicKeyCredentialCreationOptionsJSON */
export const CreationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: PublicKeyType, alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: Type.String(),
    excludeCredentials: Type.Array(Type.Object({ id: Type.String(), type: PublicKeyType }, open)),
    authenticatorSelection: Type.Object({}, open),
  },
  { ...open, title: 'PasskeyCreationOptions' },
)
export type CreationOptions = Static<typeof CreationOptions>

/** PublicKeyCredentialRequestOptionsJSON */
export const RequestOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.String(),
  },
  { ...open, title: 'PasskeyRequestOptions' },
)
export type RequestOptions = Static<typeof RequestOptions>

const passkey = {
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String(),
  backed_up: Type.Boolean(),
  created_at: DateTime,
  used_at: Nullable(DateTime),
}

export const Passkey = Type.Object(passkey, { title: 'Passkey' })

export const PasskeyList = Type.Object({ items: Type.Array(Passkey), total: Type.Integer() })

export const RegisterPasskey = Type.Object(
  { name: PersonName, response: RegistrationResponse },
  { additionalProperties: false },
)

export const UpdatePasskey = Type.Object(
  {
    ...ignored(['id', 'host', 'backed_up', 'created_at', 'used_at']),
    name: PersonName,
  },
  { additionalProperties: false },
)

export const SignInByPasskey = Type.Object(
  { response: AuthenticationResponse },
  { additionalProperties: false },
)
