import { z } from 'zod'
import { rejectionLength } from './change-request-options'

/** The office's decision, with English messages. `seen` is the current value that the page showed. */
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
