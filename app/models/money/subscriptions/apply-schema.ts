import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { plainBreaks } from '~/models/core/shared/text'

type Message = () => string

export const publicId = (wrong: Message) => z.string({ error: wrong }).regex(/^[2-9b-z]{12}$/, { error: wrong })

/** Browsers send a line break as two characters; the limit counts it as one. */
export const answerText = (longest: number) =>
  z
    .string()
    .transform((input) => plainBreaks(input).trim())
    .pipe(z.string().max(longest, { error: () => m.students_too_long({ count: longest }) }))

export const optionalText = (longest: number) =>
  answerText(longest)
    .optional()
    .transform((input) => input || null)

export const requiredText = (missing: Message, longest: number) =>
  z.string({ error: missing }).trim().min(1, { error: missing }).pipe(answerText(longest))

/** Phone number in common notation: digits, spaces, brackets and a leading plus. */
export const phone = (missing: Message, longest: number) =>
  requiredText(missing, longest).pipe(z.string().regex(/^\+?[\d\s()-]{7,}$/, { error: () => m.room_phone_wrong() }))
