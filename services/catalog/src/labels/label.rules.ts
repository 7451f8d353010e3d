import type { FieldError } from '@fingerpost/kit/http/problem'
import type {
  CreateLabelRequest,
  DatedLabel,
  UpdateLabelRequest,
} from '@fingerpost/protos/catalog/v1/label'
import { checkName, LABEL_NAME_MAX, plainName } from '@fingerpost/protos/name'
import type { LabelRow } from '../catalog.schema.ts'

/** The stored fields of a label; absent fields stay unchanged. */
export interface LabelChanges {
  name?: string
  color?: string | null
}

/** Normalizes `#rgb` and `#rrggbb` to lowercase `#rrggbb`; undefined for anything else. */
export function plainColor(text: string): string | undefined {
  const color = text.toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) return color
  return /^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : undefined
}

/** Validates a new label. Returns its fields or all errors. */
export const checkNewLabel = (
  request: CreateLabelRequest,
): Required<LabelChanges> | FieldError[] => {
  const checked = checkFields(request)
  return Array.isArray(checked) ? checked : { name: '', color: null, ...checked }
}

/** Validates an update. Returns the changed fields or all errors. */
export function checkLabelUpdate(request: UpdateLabelRequest): LabelChanges | FieldError[] {
  const checked = checkFields(request)
  const errors = Array.isArray(checked) ? checked : []
  for (const field of request.clear) {
    if (field === 'color') continue
    errors.push({ field, code: 'required', detail: 'cannot be null' })
  }
  if (errors.length > 0) return errors
  return request.clear.includes('color') ? { ...checked, color: null } : checked
}

function checkFields(given: {
  name?: string | undefined
  color?: string | undefined
}): LabelChanges | FieldError[] {
  const errors: FieldError[] = []
  const changes: LabelChanges = {}
  if (given.name !== undefined) {
    const fault = checkName('name', given.name, LABEL_NAME_MAX)
    if (fault) errors.push(fault)
    changes.name = plainName(given.name)
  }
  if (given.color !== undefined) {
    const color = plainColor(given.color)
    if (color === undefined) {
      errors.push({ field: 'color', code: 'invalid_color', detail: 'must be #RGB or #RRGGBB' })
    }
    changes.color = color ?? null
  }
  return errors.length > 0 ? errors : changes
}

/** A label as the API shows it to its team. */
export const toDatedLabel = (row: LabelRow): DatedLabel => ({
  id: row.id,
  name: row.name,
  color: row.color ?? undefined,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
