import type { Click, Place } from '@fingerpost/protos/click/v1/click'

/** How a process may look at the addresses of its visitors, and what it keeps of them. */
export interface AddressRule {
  placeOf(ip: string): Place | undefined
  kept(ip: string): string
}

/** A click that holds no more of the address than is kept, and where it was located before. */
export function hideAddress(click: Click, { placeOf, kept }: AddressRule): Click {
  return { ...click, ip: kept(click.ip), place: placeOf(click.ip) }
}
