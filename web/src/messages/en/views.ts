import { formatCount } from '../../shared/numbers.rules.ts'

/** Texts of the saved views of a page. */
export const text = {
  title: 'Saved views',
  shared: 'Everyone in the team sees them and can use them.',
  readOnly: 'Shared by the team. Your role can use them, but not change them.',
  none: 'No saved views yet',
  first: (shown: number, total: number) =>
    `The first ${formatCount(shown)} of ${formatCount(total)}. The command palette (Ctrl K) finds all of them.`,
  saveAs: 'Save the current filters as',
  name: 'Name of the view',
  saved: (view: string) => `Saved the view “${view}”`,
  /** Why nothing can be saved. */
  nothing: {
    links: 'To save a view, filter or sort the links first.',
    analytics: 'To save a view, choose filters or a period first.',
  },
  /** Names of buttons. */
  actions: {
    rename: (view: string) => `Rename ${view}`,
    replace: (view: string) => `Replace the filters of ${view}`,
    delete: (view: string) => `Delete ${view}`,
  },
  titles: {
    rename: 'Rename',
    replace: 'Replace with the current filters',
    delete: 'Delete',
  },
  newName: (view: string) => `New name of ${view}`,
  questions: {
    replace: (view: string) =>
      `Replace the filters of “${view}” with the current ones, for everyone?`,
    delete: (view: string) => `Delete “${view}” for everyone?`,
  },
  confirm: { rename: 'Rename', replace: 'Replace', delete: 'Delete' },
}
