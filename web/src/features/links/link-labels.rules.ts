import { text } from '#messages/link-form-fields.ts'
import { forDestinations } from './destination.rules.ts'
import { UTM } from './utm.rules.ts'

/** The fields whose labels are not their names in the API. */
export const LABELS: Readonly<Record<string, string>> = {
  ...text,
  ...forDestinations((field) => text[field]),
  ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, `utm_${name}`])),
}
