import { field } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isPlainName } from '~/models/core/shared/plain-name'
import type { Words } from '~/models/core/shared/words'
import { nameLength } from '../options'

/** Name of a person, without links or line breaks because it appears in mails. */
export const personName = <const R extends Words | undefined>(label: Words, max: number, required: R) =>
  field.line<R>(label, max, {
    required,
    pattern: { looks: { test: isPlainName }, words: m.students_name_plain },
    keep: 'register',
  })

/** An earlier birth date is a typing error. */
export const firstBirthday = '1930-01-01'
const isBirthday = (day: string) => day >= firstBirthday && day < todayInIndia(new Date())

export const firstName = personName(m.students_first_name, nameLength, m.students_first_name_required)
export const lastName = personName(m.students_last_name, nameLength, m.students_last_name_required)
/** For a child without a surname; the last name is then stored as an empty text. */
export const oneName = field.emptyTick(m.students_one_name, 'last_name', { hint: m.students_one_name_hint })
export const birthDate = field.day(m.students_date_of_birth, {
  required: m.students_birth_required,
  pattern: { looks: { test: isBirthday }, words: m.students_birth_range },
  keep: 'register',
})
