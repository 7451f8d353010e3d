import { formatCount } from '../../shared/numbers.rules.ts'

/** Texts of the live clicks. */
export const text = {
  connecting: 'Connecting…',
  listening: 'Waiting for the next click',
  interrupted: 'Interrupted; connecting again…',
  fresh: (clicks: number) => `${formatCount(clicks)} new`,
  someFiltersIgnored: 'Folder, tag and search filters do not apply here.',
  place: (city: string, country: string) => `${city}, ${country}`,
  unknownPlace: 'Unknown place',
  program: (browser: string, system: string) => `${browser} on ${system}`,
  unknownProgram: 'Unknown program',
  direct: 'direct',
}
