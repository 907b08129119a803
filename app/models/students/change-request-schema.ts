import { z } from 'zod'
import { rejectionLength } from './change-request-options'

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
