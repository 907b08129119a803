import { z } from 'zod'
import { isDay } from '~/models/shared/calendar'
import { leavingReasonLength } from './status-options'

// These forms are the office's only, so their words are English.
const publicId = (message: string) => z.string(message).regex(/^[2-9b-z]{12}$/, message)
const maxDues = 500
const dueIds = z.array(publicId('Select a valid due')).max(maxDues, 'Select a valid due').default([])

export const studentStatusSchema = z.object({
  status: z.enum(['active', 'inactive'], { error: () => 'Select a valid status' }),
})

/** `shown_for` is the day that the page's ticks were made for: another day wants another look at the dues. */
export const leaveSchema = z.object({
  left_on: z.string('Leaving date is required').trim().refine(isDay, 'Enter a date as yyyy-mm-dd'),
  shown_for: z.string().optional(),
  reason: z
    .string('Reason is required')
    .trim()
    .min(1, 'Reason is required')
    .max(leavingReasonLength, `Use at most ${leavingReasonLength} characters`),
  cancel: dueIds,
})

export const returnSchema = z.object({
  places: z
    .array(
      z.object({
        enrollment: publicId('Select a valid enrollment'),
        section: publicId('Select a valid section').optional(),
      }),
    )
    .max(10, 'Select a valid enrollment')
    .default([]),
  reopen: dueIds,
})
