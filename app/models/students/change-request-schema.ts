import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { changeableFields, changeNoteLength, rejectionLength } from './change-request-options'
import { studentSchema } from './schema'

/** One wish of a student. The value has to pass what the office's own form asks of the field, with the same messages. */
export function changeRequestSchema({ today }: { today: string }) {
  const fields = studentSchema({ today }).shape
  return z
    .object({
      field: z.enum(changeableFields),
      value: z.string().default(''),
      note: z
        .string()
        .trim()
        .max(changeNoteLength, { error: () => m.students_too_long({ count: changeNoteLength }) })
        .optional(),
    })
    .transform((wish, context) => {
      const value = fields[wish.field].safeParse(wish.value === '' ? undefined : wish.value)
      if (value.success) return { ...wish, value: String(value.data) }
      for (const issue of value.error.issues) {
        context.addIssue({ code: 'custom', message: issue.message, path: ['value'] })
      }
      return z.NEVER
    })
}

/** The office's answer; its words are English. `seen` is the value that stood on the page as today's. */
export const changeDecisionSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve'), seen: z.string().default('') }),
  z.object({
    decision: z.literal('reject'),
    reason: z
      .string('Reason is required')
      .trim()
      .min(1, 'Reason is required')
      .max(rejectionLength, `Use at most ${rejectionLength} characters`),
  }),
])

export type ChangeDecision = z.output<typeof changeDecisionSchema>
