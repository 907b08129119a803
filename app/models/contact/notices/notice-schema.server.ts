import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { addresseeMissing, eventForm, messageForm, noticeForm } from './notice-fields'
import type { Audience } from './options'

export type NoticeValues = ValuesOf<typeof noticeForm>
export type EventValues = ValuesOf<typeof eventForm>

/** Rule for the last day (YYYY-MM-DD): it must not be before `today`, unless it is unchanged from `was`. */
interface EndRule {
  today: string
  was?: string | null
}

type Addressee = keyof typeof addresseeMissing
const addresseeOf: Partial<Record<Audience, Addressee>> = {
  class: 'classPublicId',
  section: 'sectionPublicId',
  student: 'enrollmentNumber',
}

function checkAddressee(values: Partial<NoticeValues | EventValues>, say: (field: Addressee, words: string) => void) {
  const addressee = values.audience && addresseeOf[values.audience]
  if (addressee && !values[addressee]) say(addressee, addresseeMissing[addressee])
}

/** Error in a last day: before the first day, or already past. */
function endTrouble(first: string | undefined, last: string | null | undefined, { today, was }: EndRule) {
  if (!last) return null
  if (first && last < first) return 'The last day must not come before the first day'
  return last < today && last !== was ? isPast : null
}

const isPast = 'This day has already passed'

export function noticeSchema(end: EndRule) {
  return schemaOf(noticeForm, (values, say) => {
    checkAddressee(values, say)
    const trouble = endTrouble(values.fromOn, values.untilOn, end)
    if (trouble) say('untilOn', trouble)
  })
}

export const messageSchema = schemaOf(messageForm, ({ student = [] }, say) => {
  if (student.length === 0) say('student', 'Tick at least one student')
})

/** Schema of the office's form for an event; without a last day it lasts one day. */
export function eventSchema(end: EndRule) {
  return schemaOf(eventForm, (values, say) => {
    checkAddressee(values, say)
    const trouble = endTrouble(values.startsOn, values.endsOn, end)
    if (trouble) say('endsOn', trouble)
    if (!values.endsOn && endTrouble(undefined, values.startsOn, end)) say('startsOn', isPast)
  })
}
