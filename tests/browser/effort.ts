import type { FileChooser, Page } from 'playwright-core'

/** Counts the clicks and the pressed keys of the page; typed text is not counted. */
export const count = (on: Page) =>
  on.evaluate(() => {
    const made = { clicks: 0, keys: 0 }
    addEventListener('pointerdown', () => made.clicks++, true)
    addEventListener(
      'keydown',
      ({ key, ctrlKey, target }) => {
        const types = target instanceof HTMLInputElement && target.type !== 'checkbox'
        const typed = key.length === 1 && !ctrlKey && types
        if (!typed && !/^(Control|Shift)$/.test(key)) made.keys++
      },
      true,
    )
    Object.assign(window, { made })
  })

/** What was counted since the last call of `count`. */
export const made = (on: Page) =>
  on.evaluate(() => (window as unknown as { made: { clicks: number; keys: number } }).made)

/** Answers the next file dialog. Call it first: the browser must know before the dialog opens. */
export const answerWith = (on: Page, file: Parameters<FileChooser['setFiles']>[0]) =>
  on.once('filechooser', (chooser) => void chooser.setFiles(file))
