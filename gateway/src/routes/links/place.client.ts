import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type { FieldError } from '@fingerpost/kit/http/problem'
import type { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import type { NewRule } from '@fingerpost/protos/link/v1/link'

const PLACES = ['city', 'region']
/** Codes of ISO 3166-2 are checked by their form. */
const CODE = /^[a-z]{2}-[a-z\d]{1,3}$/i

/** Every value of a condition of these rules that is the name of a place, with its path. */
const placesIn = (path: string, rules: readonly NewRule[]) =>
  rules.flatMap(({ when }, i) =>
    when.flatMap(({ type, is = [] }, j) =>
      PLACES.includes(type)
        ? (is as string[]).flatMap((name, k) =>
            CODE.test(name) ? [] : [{ field: `${path}.${i}.when.${j}.is.${k}`, name }],
          )
        : [],
    ),
  )

/** A warning for each name of a place in rules that no address has. None if analytics does not answer. */
export async function placeWarnings(
  geo: Client<Pick<GeoService, 'checkPlaces'>>,
  path: string,
  rules: readonly NewRule[] | null | undefined,
  call: CallOptions,
): Promise<{ warnings?: FieldError[] }> {
  const places = placesIn(path, rules ?? [])
  if (places.length === 0) return {}
  const names = [...new Set(places.map(({ name }) => name))]
  const { unknown } = await geo
    .checkPlaces({ names }, call)
    .catch(() => ({ unknown: [] as string[] }))
  const warnings = places
    .filter(({ name }) => unknown.includes(name))
    .map(({ field }) => ({
      field,
      code: 'unknown_place',
      detail: 'is not in the geographic database, so that no visitor comes from there',
    }))
  return warnings.length > 0 ? { warnings } : {}
}
