/** Names by language; some may be missing. */
export type Names = Record<string, string>

export interface Named {
  /** 0 if the database has none. */
  geoname_id: number
  names: Names
}

/** Location of an address, in the model of MaxMind's City databases. Every part may be absent. */
export interface CityRecord {
  continent?: Named & { code: string }
  country?: Named & { iso_code: string }
  registered_country?: Named & { iso_code: string }
  subdivisions?: readonly (Named & { iso_code: string })[]
  city?: Named
  location?: {
    latitude: number
    longitude: number
    accuracy_radius?: number
    time_zone?: string
  }
  postal?: { code: string }
  traits?: Record<string, unknown>
}
