import { Type } from 'typebox'

const Names = Type.Record(Type.String(), Type.String())
const Country = Type.Object({
  geonameId: Type.Integer(),
  isoCode: Type.String(),
  isInEuropeanUnion: Type.Boolean(),
  names: Names,
})

const TRAITS = [
  'isAnonymous',
  'isAnonymousProxy',
  'isAnonymousVpn',
  'isAnycast',
  'isHostingProvider',
  'isLegitimateProxy',
  'isPublicProxy',
  'isResidentialProxy',
  'isSatelliteProvider',
  'isTorExitNode',
] as const

/** MaxMind's City model. Parts missing from the record of an address are omitted. */
export const AddressLocation = Type.Object(
  {
    continent: Type.Optional(
      Type.Object({ code: Type.String(), geonameId: Type.Integer(), names: Names }),
    ),
    country: Type.Optional(Country),
    registeredCountry: Type.Optional(Country),
    traits: Type.Object({
      ...(Object.fromEntries(TRAITS.map((name) => [name, Type.Boolean()])) as Record<
        (typeof TRAITS)[number],
        ReturnType<typeof Type.Boolean>
      >),
      ipAddress: Type.String(),
      network: Type.String(),
    }),
    city: Type.Optional(Type.Object({ geonameId: Type.Integer(), names: Names })),
    location: Type.Optional(
      Type.Object({
        accuracyRadius: Type.Optional(Type.Integer()),
        latitude: Type.Number(),
        longitude: Type.Number(),
        timeZone: Type.Optional(Type.String()),
      }),
    ),
    postal: Type.Optional(Type.Object({ code: Type.String() })),
    subdivisions: Type.Optional(
      Type.Array(Type.Object({ geonameId: Type.Integer(), isoCode: Type.String(), names: Names })),
    ),
  },
  { title: 'IP geographic data' },
)

export const GeoQuery = Type.Object(
  { ip: Type.String({ maxLength: 10_000 }) },
  { additionalProperties: false },
)
