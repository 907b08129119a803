import { z } from 'zod'
import { field, type ValuesOf } from '~/kit/forms/fields'
import { type Check, fieldSchema, schemaOf } from '~/kit/forms/form-schema.server'
import { copyExamForm, examForm, maximumWords, newExamForm, paperForm } from './exam-fields'
import { maxMaximum } from './options'

type Days = { startsOn?: string; endsOn?: string }
const inOrder = ({ startsOn, endsOn }: Days, say: (field: 'endsOn', words: string) => void) => {
  if (startsOn && endsOn && endsOn < startsOn) say('endsOn', 'The last day cannot come before the first day')
}
const someClass = ({ classes }: { classes?: string[] }, say: (field: 'classes', words: string) => void) => {
  if (classes?.length === 0) say('classes', 'Choose at least one class')
}

export const newExamSchema = schemaOf(newExamForm, (values, say) => {
  inOrder(values, say)
  someClass(values, say)
})
export const examSchema = schemaOf(examForm, inOrder)
export const copyExamSchema = schemaOf(copyExamForm, someClass)

const checkPaper: Check<typeof paperForm> = ({ startTime, endTime, maxMarks, passMarks }, say) => {
  if (startTime !== undefined && endTime !== undefined) {
    if (!startTime !== !endTime) say(startTime ? 'endTime' : 'startTime', 'Give both times, or neither')
    else if (startTime && endTime && startTime >= endTime) say('endTime', 'The end must come after the start')
  }
  if (maxMarks === undefined) return
  if (maxMarks <= 0 || maxMarks > maxMaximum) say('maxMarks', maximumWords)
  else if ((passMarks ?? 0) > maxMarks) say('passMarks', 'Pass marks cannot be more than the maximum marks')
}

export const paperSchema = schemaOf(paperForm, checkPaper)
export type PaperValues = ValuesOf<typeof paperForm>

/** `row`: index in the form; `subject`: public id. */
export type NewPaper = { row: number; subject: string; values: PaperValues }

const names = Object.values(paperForm.fields).map(({ name }) => name)
const subject = field.thing('Subject', { required: 'Select a valid subject', calledBy: 'name' })
// Only ticked subjects get a paper; fields of the others are not validated.
const paperRow = z.object({
  subject: fieldSchema(subject),
  ...Object.fromEntries(['add', ...names].map((name) => [name, z.string().optional()])),
}) as z.ZodType<{ subject: string; add?: string }>

export const papersSchema = z
  .object({ papers: z.array(paperRow).max(200, 'Too many papers').default([]) })
  .transform(({ papers }, context): NewPaper[] =>
    papers.flatMap(({ subject, add, ...typed }, row) => {
      if (add === undefined) return []
      const parsed = paperSchema.safeParse(typed)
      if (parsed.success) return [{ row, subject, values: parsed.data }]
      for (const issue of parsed.error.issues)
        context.addIssue({ code: 'custom', path: ['papers', row, ...issue.path], message: issue.message })
      return []
    }),
  )
