/** The IANA names of all time zones, UTC first. */
export const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((it) => it !== 'UTC')]

/** All time zones, and this one if the browser does not list it. */
export const zonesWith = (zone: string): string[] =>
  zone === '' || ZONES.includes(zone) ? ZONES : [zone, ...ZONES]
