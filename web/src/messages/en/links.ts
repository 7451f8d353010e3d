import { counted } from '../../shared/counted.ts'

/** Texts of the list of links. */
export const text = {
  noClicksIn: (days: number) => `No clicks in the last ${days} days`,
  clicksIn: (clicks: number, days: number) =>
    `${counted(clicks, 'click', 'clicks')} in the last ${days} days`,
  all: (when: string) => `all ${when}`,
  most: (clicks: number, when: string) => `most (${clicks}) ${when}`,
  today: 'today',
  yesterday: 'yesterday',
  daysAgo: (days: number) => `${days} days ago`,
}
