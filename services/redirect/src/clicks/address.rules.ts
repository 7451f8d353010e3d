import type { Click, Place } from '@fingerpost/protos/click/v1/click'

/** How addresses of visitors are located, and which part of them is stored. */
export interface AddressRule {
  placeOf(ip: string): Place | undefined
  kept(ip: string): string
}

/** Truncates the address of a click and adds the place where the full address was located. */
export function hideAddress(click: Click, { placeOf, kept }: AddressRule): Click {
  return { ...click, ip: kept(click.ip), place: placeOf(click.ip) }
}
