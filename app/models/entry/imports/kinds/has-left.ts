import { latinDigits } from '~/language/language'
import { type Read, wrong } from '../cells'

/** Person of a row, for the message. */
type Who = 'student' | 'teacher'

const hasLeft = (who: Who) =>
  wrong(`By the file, this ${who} has left the school. Delete the line, or correct this cell`)

/** Words for a person who has left: `TC issued`, `Struck off`, `Resigned`. */
const leftWords: Record<Who, RegExp> = {
  student:
    /^\W*(?:left|tc|t\.\s?c|lc\s+(?:issued|given|taken)|transferred|withdrawn|withdrew|struck|in-?active|discontinued|drop(?:ped)?[\s-]*out|pass(?:ed)?[\s-]*out|alumn|expired|deceased)\b/i,
  teacher:
    /^\W*(?:left|resign(?:ed|ation)|retired|relieved|terminated|removed|dismissed|transferred|in-?active|ex|expired|deceased|not\s+working|contract\s+over)\b/i,
}

/** Reads a status, which is not stored; refuses that of a person who has left. */
export const readStatus =
  (who: Who) =>
  (text: string): Read =>
    leftWords[who].test(text) ? hasLeft(who) : { ok: true, text: '' }

/** Refuses a day on which the person left; `-` and words such as NA say that there is none. */
export const readLeaving =
  (who: Who) =>
  (text: string): Read =>
    /\d/.test(latinDigits(text)) ? hasLeft(who) : { ok: true, text: '' }
