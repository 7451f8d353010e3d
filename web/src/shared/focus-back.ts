import { useEffect, useState } from 'react'

/**
 * Restores the focus after a dialog that is mounted only while it is open. If the dialog was opened
 * from a menu, whose item no longer exists, the menu's button gets the focus.
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
