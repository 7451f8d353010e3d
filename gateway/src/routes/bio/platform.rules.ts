import { Platform } from '@fingerpost/protos/bio/v1/bio_link'

const platforms = new Map(
  Object.entries(Platform)
    .filter(([, number]) => number !== Platform.PLATFORM_UNSPECIFIED)
    .map(([name, number]) => [name.replace(/^PLATFORM_/, '').toLowerCase(), number]),
)
const types = new Map([...platforms].map(([type, number]) => [number, type]))

/** Valid types of a link: the platforms of the proto, in lower case. */
export const PLATFORM_TYPES = [...platforms.keys()]

export const typeOf = (platform: Platform): string => types.get(platform) ?? ''

/** Undefined for a type that is not a platform. */
export const platformOf = (type: string | null | undefined): Platform | undefined =>
  platforms.get(type ?? '')
