import { teamInAddress } from '../../api/team.ts'
import type { LinkForm } from './link-form.rules.ts'

const PREFIX = 'fingerpost.draft.'

/** What was typed into a form that was closed or reloaded before it was saved. */
export interface Draft {
  read: () => LinkForm | undefined
  keep: (form: LinkForm) => void
  drop: () => void
}

/**
 * The draft of a link, or of a new one, until the tab is closed. It belongs to one version of the
 * link: it is void once the link has changed. Passwords are never kept.
 */
export function draftOf(id: string, version: string): Draft {
  const name = `${PREFIX}${teamInAddress() ?? ''}.${id}`
  return {
    read() {
      const [kept, form] = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string?, LinkForm?]
      return kept === version ? form : undefined
    },
    keep: (form) =>
      sessionStorage.setItem(name, JSON.stringify([version, { ...form, password: '' }])),
    drop: () => sessionStorage.removeItem(name),
  }
}
