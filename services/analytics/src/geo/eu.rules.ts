// The members since 2020-02-01. Our own list, because older databases still include Great Britain.
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Whether a country (ISO 3166-1, two letters) is a member of the European Union. */
export const isEuCountry = (country: string): boolean => EU.has(country)
