import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { plainBreaks } from '~/models/core/shared/text'

type Message = () => string

export const publicId = (wrong: Message) => z.string({ error: wrong }).regex(/^[2-9b-z]{12}$/, { error: wrong })

/** Browsers send a line break as two characters; the limit counts it as one. */
export const answerText = (maxLength: number) =>
  z
    .string()
    .transform((input) => plainBreaks(input).trim())
    .pipe(z.string().max(maxLength, { error: () => m.students_too_long({ count: maxLength }) }))

export const optionalText = (maxLength: number) =>
  answerText(maxLength)
    .optional()
    .transform((input) => input || null)

export const requiredText = (missing: Message, maxLength: number) =>
  z.string({ error: missing }).trim().min(1, { error: missing }).pipe(answerText(maxLength))

/** Phone number in common notation: digits, spaces, brackets and a leading plus. */
export const phone = (missing: Message, maxLength: number) =>
  requiredText(missing, maxLength).pipe(z.string().regex(/^\+?[\d\s()-]{7,}$/, { error: () => m.room_phone_wrong() }))
