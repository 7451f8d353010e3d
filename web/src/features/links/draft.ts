import { DRAFT } from '../../api/session.ts'
import { teamInAddress } from '../../api/team.ts'
import type { LinkForm } from './link-form.rules.ts'

/**
 * What was typed into a form that was left, reloaded or lost its session before it was saved, until
 * the tab is closed. It is void once the link has another version. Passwords are never kept.
 */
export function draftOf(id: string, version: string) {
  const name = `${DRAFT}${teamInAddress() ?? ''}.${id}`
  return {
    read() {
      const [storedVersion, form] = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [
        string?,
        LinkForm?,
      ]
      return storedVersion === version ? form : undefined
    },
    store: (form: LinkForm) =>
      sessionStorage.setItem(name, JSON.stringify([version, { ...form, password: '' }])),
    drop: () => sessionStorage.removeItem(name),
  }
}
