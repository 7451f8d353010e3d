import { useEffect } from 'react'

/**
 * Restores a lost focus at the next key: to the element that had it, such as a button that was
 * disabled while it saved, or to the open dialog if that element was removed.
 */
export function useLostFocus(): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    let last: Element | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target
    }
    // A click outside of all controls removes the focus on purpose.
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
