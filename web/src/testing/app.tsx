import type { BoundFunctions, ByRoleMatcher, queries } from '@testing-library/dom'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { ROLE_SCOPES, type Role } from '../../../protos/src/people.ts'
import type { Me } from '../api/me.ts'
import { App } from '../app/App.tsx'
import { api } from './api.ts'
import { exampleOf } from './document.ts'

type Name = string | RegExp
type Part = BoundFunctions<typeof queries>

/** Simulates the input of the user of the last opened page. */
export let user: UserEvent

/** Opens `path` below /app, signed in with an API key or, with a role, as a member of the team 7. */
export function openPage(
  path: string,
  as: Role | 'key' | 'signed out' = 'key',
  state: unknown = null,
): void {
  if (as === 'key') sessionStorage.setItem('fingerpost-key', 'fp_test')
  else if (as !== 'signed out') signInAs(as)
  const team = as === 'key' || as === 'signed out' ? '' : '/team/7'
  history.replaceState(state, '', `/app${team}${path}`)
  user = userEvent.setup({ delay: null })
  render(<App />)
}

/** A session of a person with this role in the team of the examples. */
export function signInAs(role: Role, fields: Partial<Me['organizations'][number]> = {}): void {
  const me = exampleOf('/me')
  const [team] = me.organizations
  if (!team) throw new Error('The example is in no team')
  const scopes = [...ROLE_SCOPES[role]]
  api.on('GET', '/me', () => ({ ...me, organizations: [{ ...team, role, scopes, ...fields }] }))
}

export const text = (it: Name, of: Part = screen) => of.findByText(it)
export const role = (kind: ByRoleMatcher, name: Name, of: Part = screen) =>
  of.findByRole(kind, { name })
export const button = (name: Name, of?: Part) => role('button', name, of)
export const heading = (name: Name) => screen.findByRole('heading', { level: 1, name })
export const dialog = async () => within(await screen.findByRole('dialog'))
/** The part of the page with this name. */
export const part = async (name: Name) => within(await role('region', name))
/** A row of the list of links. */
export const row = async (slug: string) => {
  const box = await role('checkbox', `Select ${slug}`)
  return within(box.closest('[role=row]') as HTMLElement)
}

/** A field by its label, without the mark of a required one. */
export const field = (name: Name, of: Part = screen) =>
  of.findByLabelText<HTMLInputElement>(
    (label) => {
      const plain = label.replace(/\s*\*$/, '')
      return typeof name === 'string' ? plain === name : name.test(plain)
    },
    { selector: 'input,textarea,select' },
  )

export const click = async (kind: ByRoleMatcher, name: Name, of?: Part) =>
  user.click(await role(kind, name, of))
export const press = (keys: string) => user.keyboard(keys)

/** Replaces the value of a field at once; `user.type` types. */
export async function fill(name: Name, value: string, of?: Part): Promise<void> {
  const input = await field(name, of)
  act(() => input.focus())
  fireEvent.change(input, { target: { value } })
}

/** Chooses an option of a combobox. */
export async function pick(name: Name, option: Name, of?: Part): Promise<void> {
  await user.click(await field(name, of))
  await click('option', option)
}

/** Whether a control is disabled, by itself or by its form. */
export const isDisabled = (it: Element) =>
  it.hasAttribute('disabled') || it.closest('fieldset[disabled]') !== null

/** Waits until a check passes. */
export const until = waitFor
export const gone = (find: () => Element | null) => until(() => expect(find()).toBeNull())
export const noDialog = () => gone(() => screen.queryByRole('dialog'))
export const path = () => location.pathname.replace(/^\/app/, '') + location.search
export const copied = () => navigator.clipboard.readText()
