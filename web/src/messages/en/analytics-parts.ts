import { counted } from '../../shared/counted.ts'

/** Texts of the parts that the pages of analytics and of a link share. */
export const text = {
  /** Shows the clicks of this value alone. */
  only: (value: string) => `Only ${value}`,
  /** The destination of clicks whose visitors opted out. */
  notStored: 'Not stored',
  before: (clicks: string) => `before ${clicks}`,
  clicks: (clicks: number) => counted(clicks, 'click', 'clicks'),
  visitors: (visitors: number) => counted(visitors, 'visitor', 'visitors'),
  visitorsUnknown: '– visitors',
  visitorsNote:
    'Visitors are counted once per UTC day and summed over days. Imported clicks, and clicks from before this count or with the opt-out, have no visitor; – instead of a number means that none is known.',
  /** Clicks of links without a folder. */
  noFolder: 'None',
  /** Clicks without a campaign value. */
  noValue: 'None',
  unknown: 'Unknown',
  /** Clicks without a referer. */
  direct: 'Direct',
  weekOf: (day: string) => `Week of ${day}`,
  notes: 'Notes',
  addNote: 'Add note',
  soFar: (step: string) => `${step}, so far`,
  since: (days: string, time: string) => `${days}, since ${time}`,
  until: (days: string, time: string) => `${days}, until ${time}`,
}
