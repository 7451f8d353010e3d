import { expect, it } from 'vitest'
import { text as fields } from '#messages/field-errors.ts'
import { text as problems } from '#messages/problems.ts'
import { type Problem, translated } from './problem.ts'

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'slug_taken',
  detail: 'From the API',
  request_id: 'x',
  errors: [
    { field: 'url', code: 'required', detail: 'from the API' },
    { field: 'slug', code: 'unheard_of', detail: 'from the API' },
  ],
} as Problem

it('a page in another language than English shows its own text for a known code', () => {
  expect(translated(problem, 'de')).toMatchObject({
    detail: problems.slug_taken,
    errors: [{ detail: fields.required }, { detail: 'from the API' }],
  })
  expect(translated({ ...problem, code: 'unheard_of' }, 'de').detail).toBe('From the API')
})

it('a page in English shows the text of the API', () => {
  expect(translated(problem, 'en')).toEqual(problem)
})
