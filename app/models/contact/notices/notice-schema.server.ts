import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { addresseeMissing, eventForm, messageForm, noticeForm } from './notice-fields'
import type { Audience } from './options'

export type NoticeValues = ValuesOf<typeof noticeForm>
export type EventValues = ValuesOf<typeof eventForm>

/** Rule for the last day: an edit may keep one that is already past. Days are YYYY-MM-DD. */
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

function checkAddressee(typed: Partial<NoticeValues | EventValues>, say: (field: Addressee, words: string) => void) {
  const wanted = typed.audience && addresseeOf[typed.audience]
  if (wanted && !typed[wanted]) say(wanted, addresseeMissing[wanted])
}

/** Error in a last day: before the first day, or already past. */
function endTrouble(first: string | undefined, last: string | null | undefined, { today, was }: EndRule) {
  if (!last) return null
  if (first && last < first) return 'The last day must not come before the first day'
  return last < today && last !== was ? isPast : null
}

const isPast = 'This day is already past'

export function noticeSchema(end: EndRule) {
  return schemaOf(noticeForm, (typed, say) => {
    checkAddressee(typed, say)
    const trouble = endTrouble(typed.fromOn, typed.untilOn, end)
    if (trouble) say('untilOn', trouble)
  })
}

export const messageSchema = schemaOf(messageForm, ({ student = [] }, say) => {
  if (student.length === 0) say('student', 'Tick at least one student')
})

/** Schema of the office's form for an event; without a last day it lasts one day. */
export function eventSchema(end: EndRule) {
  return schemaOf(eventForm, (typed, say) => {
    checkAddressee(typed, say)
    const trouble = endTrouble(typed.startsOn, typed.endsOn, end)
    if (trouble) say('endsOn', trouble)
    if (!typed.endsOn && endTrouble(undefined, typed.startsOn, end)) say('startsOn', isPast)
  })
}
