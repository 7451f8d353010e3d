import { expect, it } from 'vitest'
import { CODE_TEXTS } from './code-texts.ts'
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
  expect(translated(problem, CODE_TEXTS)).toMatchObject({
    detail: CODE_TEXTS.problems.slug_taken,
    errors: [{ detail: CODE_TEXTS.fields.required }, { detail: 'from the API' }],
  })
  expect(translated({ ...problem, code: 'unheard_of' }, CODE_TEXTS).detail).toBe('From the API')
})

it('a page in English shows the text of the API', () => {
  expect(translated(problem, { problems: {}, fields: {} })).toEqual(problem)
})
