import { field, form } from '~/kit/forms/fields'
import { type ClassKey, removable } from './field-classes'
import { maxYears } from './options'
import { howLong, inEnglish } from './record-words'

const yearsField = ([key, one]: (typeof removable)[number]) => [
  key,
  field.whole(inEnglish(one.title), {
    required: 'Enter the number of years',
    min: one.keep.least,
    max: maxYears,
    hint: `Default: ${howLong(one)}`,
  }),
]

/** Retention period in years of every removable class; the minimum is that of the law. */
export const yearsForm = form(
  'retention years',
  ...removable.map((one) => Object.fromEntries([yearsField(one)]) as Record<ClassKey, ReturnType<typeof field.whole>>),
)
