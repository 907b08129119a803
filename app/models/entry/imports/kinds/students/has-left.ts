import { latinDigits } from '~/language/language'
import { ok, type Read, wrong } from '../../values/cells'
import { readDay } from '../../values/days'
import type { CellReading } from '../field-rule'

type PersonKind = 'student' | 'teacher'

const refuseLeft = (person: PersonKind) =>
  wrong(`According to the file, this ${person} has left the school. Delete the line, or correct this cell`)

/** Words for a person who has left. `TC received` and `Transferred from …` describe a person who joined. */
const leftWords: Record<PersonKind, RegExp> = {
  student:
    /^\W*(?:left|(?:name\s+)?struck|withdrawn|withdrew|discontinued|drop(?:ped)?[\s-]*(?:out)?|pass(?:ed)?[\s-]*out|alumn\w*|expired|deceased|(?:in[\s-]?|not\s+)active|(?:tc|t\.\s?c\.?|lc)(?:\s+(?:issued|given|taken))?(?=\W*$)|transferred(?!\s+(?:in|from)\b))\b/i,
  teacher:
    /^\W*(?:left|resign(?:ed|ation)|retired|relieved|terminated|removed|dismissed|expired|deceased|not\s+working|contract\s+over|(?:in[\s-]?|not\s+)active|ex(?=\W*$)|transferred(?!\s+(?:in|from)\b))\b/i,
}

/** Reads a status, which is not stored; refuses the status of a person who has left. */
export const readStatus =
  (person: PersonKind) =>
  (text: string): Read =>
    leftWords[person].test(text) ? refuseLeft(person) : ok('')

/**
 * Refuses the row of a person with a day of leaving. A future day, zeros, and words such as NA mean that the person has
 * not left.
 */
export const readLeaving =
  (person: PersonKind) =>
  (text: string, today: string, how: CellReading): Read => {
    const plain = latinDigits(text)
    if (!/[1-9]/.test(plain)) return ok('')
    const day = readDay(plain, today, 'nearest', how.day, how.isDateCell)
    return day.ok && day.text > today ? ok('') : refuseLeft(person)
  }
