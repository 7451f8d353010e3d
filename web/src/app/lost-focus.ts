import { useEffect } from 'react'

/**
 * Returns a lost focus at the next key. A button loses it while it is disabled to save; what is
 * removed loses it, too, and inside of a dialog the dialog gets it.
 */
export function useLostFocus(): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    let last: Element | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target
    }
    // A click beside everything takes the focus away on purpose.
    const forget = () => {
      last = undefined
    }
    const restore = () => {
      if (!last || document.activeElement !== document.body) return
      const back = last.isConnected ? last : [...document.querySelectorAll(DIALOG)].at(-1)
      if (back instanceof HTMLElement) back.focus()
    }
    window.addEventListener('focusin', remember, options)
    window.addEventListener('pointerdown', forget, options)
    window.addEventListener('keydown', restore, options)
    return () => listening.abort()
  }, [])
}

const DIALOG = '[role=dialog][aria-modal=true]'
