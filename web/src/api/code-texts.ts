import { text as fieldTexts } from '#messages/field-errors.ts'
import { text as problemTexts } from '#messages/problems.ts'

type Texts = Readonly<Record<string, string>>

const problems: Texts = problemTexts
const fields: Texts = fieldTexts

/** The texts of problems and of what is wrong with fields, by code. */
export const CODE_TEXTS = { problems, fields }
