import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was before a dialog that is there only while it is open. What was
 * chosen from a menu is gone by then, so the menu's button gets it.
 */
export function useFocusBack(): void {
  const [before] = useState(() => openerOf(document.activeElement))
  useEffect(() => () => before?.focus(), [before])
}

function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = menu ? document.getElementById(menu) : active
  return opener instanceof HTMLElement ? opener : null
}
