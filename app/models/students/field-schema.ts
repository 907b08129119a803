import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/shared/calendar'
import { isPlainName } from '~/models/shared/plain-name'
import { mobileDigits } from './options'

type Message = () => string

/** A text that must be there; spaces around it do not count. */
export function requiredText(missing: Message, longest: number) {
  return z.string({ error: missing }).trim().min(1, { error: missing }).max(longest, tooLong(longest))
}

/** A name of a person: plain words, since it stands in mails. */
export function requiredName(missing: Message, longest: number) {
  return requiredText(missing, longest).refine(isPlainName, { error: () => m.students_name_plain() })
}

/** A text that may stay empty; an empty one clears what was stored. */
export function optionalText(longest: number) {
  return z.string().trim().max(longest, tooLong(longest)).transform(emptyIsNone).optional()
}

/** A number of exactly so many digits that may stay empty. */
export function optionalDigits(digits: number, wrong: Message) {
  return z
    .string({ error: wrong })
    .trim()
    .regex(new RegExp(`^(\\d{${digits}})?$`), { error: wrong })
    .transform(emptyIsNone)
    .optional()
}

export function mobileNumber(wrong: Message = m.students_mobile_invalid) {
  return z
    .string({ error: () => wrong() })
    .trim()
    .regex(new RegExp(`^\\d{${mobileDigits}}$`), { error: () => wrong() })
}

export function day(missing: Message) {
  return z
    .string({ error: () => missing() })
    .trim()
    .refine(isDay, { error: () => m.students_birth_invalid(), abort: true })
}

function tooLong(longest: number) {
  return { error: () => m.students_too_long({ count: longest }) }
}

function emptyIsNone(text: string): string | undefined {
  return text === '' ? undefined : text
}
