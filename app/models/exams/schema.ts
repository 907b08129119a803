import { z } from 'zod'
import { isDay } from '~/models/shared/calendar'
import {
  examDescriptionLength,
  examNameLength,
  examTypes,
  largestMaximum,
  roomLength,
  withdrawalReasonLength,
} from './options'

// These forms are the office's only, so their words are English.
function id(invalid: string) {
  return z
    .string(invalid)
    .trim()
    .regex(/^[2-9b-z]{12}$/, invalid)
}

function day(missing: string) {
  return z.string(missing).trim().refine(isDay, 'Enter a date as yyyy-mm-dd')
}

function optionalText(longest: number) {
  return z.string().trim().max(longest, `Use at most ${longest} characters`).optional()
}

const examFields = {
  name: z
    .string('Exam name is required')
    .trim()
    .min(1, 'Exam name is required')
    .max(examNameLength, `Use at most ${examNameLength} characters`),
  description: optionalText(examDescriptionLength),
  type: z.enum(examTypes, 'Select a valid type'),
  academic_session: id('Select a valid academic session'),
  starts_on: day('First day is required'),
  ends_on: day('Last day is required'),
}

const inOrder = {
  path: ['ends_on'],
  message: 'The last day cannot come before the first day',
  // Said at once with what else is wrong, but not about days that are no days.
  when: ({ value }: { value: unknown }) =>
    ['starts_on', 'ends_on'].every((key) => isDay(String((value as Record<string, unknown>)[key]))),
}

const notBefore = (exam: { starts_on: string; ends_on: string }) => exam.starts_on <= exam.ends_on

const someClass = 'Choose one class at least'

/** A new exam: one for each class that is ticked. */
export const newExamSchema = z
  .object({
    ...examFields,
    classes: z.array(id('Select a valid class'), someClass).min(1, someClass).max(200, 'Select a valid class'),
  })
  .refine(notBefore, inOrder)

export type NewExamFields = z.output<typeof newExamSchema>

export const examSchema = z.object({ ...examFields, class: id('Select a valid class') }).refine(notBefore, inOrder)

export type ExamFields = z.output<typeof examSchema>

/** The same name, type and papers for other classes or another session. */
export const copyExamSchema = z.object({
  name: examFields.name,
  academic_session: examFields.academic_session,
  starts_on: examFields.starts_on,
  classes: z.array(id('Select a valid class'), someClass).min(1, someClass).max(200, 'Select a valid class'),
})

const isTime = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/

const time = z
  .string()
  .trim()
  .regex(isTime, 'Enter a time as hh:mm, such as 09:00')
  .transform((text) => text.slice(0, 5))
  .optional()

function marks(missing: string) {
  return z
    .string(missing)
    .trim()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, 'Enter a number with at most two decimals')
    .transform(Number)
}

export const paperSchema = z
  .object({
    held_on: day('Date is required'),
    start_time: time,
    end_time: time,
    max_marks: marks('Maximum marks are required').refine(
      (number) => number > 0 && number <= largestMaximum,
      `Maximum marks are more than 0 and at most ${largestMaximum}`,
    ),
    pass_marks: marks('').optional(),
    room_no: optionalText(roomLength),
  })
  .superRefine((paper, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((paper.start_time === undefined) !== (paper.end_time === undefined))
      wrong(paper.start_time === undefined ? 'start_time' : 'end_time', 'Give both times, or neither')
    else if (paper.start_time !== undefined && paper.end_time !== undefined && paper.start_time >= paper.end_time)
      wrong('end_time', 'The end comes after the start')
    if (paper.pass_marks !== undefined && paper.pass_marks > paper.max_marks)
      wrong('pass_marks', 'Pass marks are at most the maximum marks')
  })

export type PaperFields = z.output<typeof paperSchema>

const text = z.string().optional()

const paperRow = z.object({
  subject: id('Select a valid subject'),
  /** Ticked: this subject gets a paper. The fields of the others do not count. */
  add: text,
  held_on: text,
  start_time: text,
  end_time: text,
  max_marks: text,
  pass_marks: text,
  room_no: text,
})

export interface NewPaper {
  /** Which row of the form it is. */
  row: number
  /** Public id. */
  subject: string
  fields: PaperFields
}

/** Papers of several subjects in one form. */
export const papersSchema = z
  .object({ papers: z.array(paperRow).max(200, 'Too many papers').default([]) })
  .transform(({ papers }, context): NewPaper[] =>
    papers.flatMap(({ subject, add, ...typed }, row) => {
      if (add === undefined) return []
      const parsed = paperSchema.safeParse(typed)
      if (parsed.success) return [{ row, subject, fields: parsed.data }]
      for (const issue of parsed.error.issues)
        context.addIssue({ code: 'custom', path: ['papers', row, ...issue.path], message: issue.message })
      return []
    }),
  )

export const publicationSchema = z.object({ although_missing: z.boolean().default(false) })

export const withdrawalSchema = z.object({
  reason: z
    .string('Enter the reason')
    .trim()
    .min(3, 'Enter the reason')
    .max(withdrawalReasonLength, `Use at most ${withdrawalReasonLength} characters`),
})
