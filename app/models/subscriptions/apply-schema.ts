import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { plainBreaks } from '~/models/shared/text'

/* What the forms of applying ask for, as students type it. */

type Message = () => string

export const publicId = (wrong: Message) => z.string({ error: wrong }).regex(/^[2-9b-z]{12}$/, { error: wrong })

/** A browser sends a line's end as two characters, and the limit counts it as one. */
export const text = (longest: number) =>
  z
    .string()
    .transform((typed) => plainBreaks(typed).trim())
    .pipe(z.string().max(longest, { error: () => m.students_too_long({ count: longest }) }))

export const optionalText = (longest: number) =>
  text(longest)
    .optional()
    .transform((typed) => typed || null)

export const requiredText = (missing: Message, longest: number) =>
  z.string({ error: missing }).trim().min(1, { error: missing }).pipe(text(longest))

/** As people write it: digits, spaces, brackets, and a plus in front. */
export const phone = (missing: Message, longest: number) =>
  requiredText(missing, longest).pipe(z.string().regex(/^\+?[\d\s()-]{7,}$/, { error: () => m.room_phone_wrong() }))
