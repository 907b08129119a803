import { latinDigits } from '~/models/shared/money'
import { containing } from '~/models/shared/select-page.server'

/** What a statement asks of a student, and the values that it is told. */
export interface StudentMatch {
  sql: string
  values: Record<string, string>
}

const maxWords = 6

/**
 * Finds students as people type them, for every list of the office. Numbers with or without spaces, hyphens and +91 are looked for in the
 * mobile numbers of student and parents, and in the enrollment and admission number. Of other texts every word has to be found, in any
 * order, in the name, the father's name, the e-mail or those numbers. Without a text everybody fits.
 * @param student the student's alias in the statement
 */
export const matchStudents =
  (student: 's' | 'st') =>
  (typed: string): StudentMatch => {
    const text = latinDigits(typed.trim())
    const digits = digitsOf(text)
    if (/^\d{4,}$/.test(digits)) return matchNumber(student, text, typedMobile(text) ?? digits)
    const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
    if (words.length === 0) return { sql: 'TRUE', values: {} }
    // What stands in other tables is asked only of those whom their own row does not show.
    const own = `CONCAT_WS(' ', ${student}.first_name, ${student}.last_name, ${student}.enrollment_number, ${student}.email)`
    const other = `CONCAT_WS(' ', (SELECT mg.father_name FROM guardians mg WHERE mg.student_id = ${student}.id),
      (SELECT mi.admission_number FROM academic_infos mi WHERE mi.student_id = ${student}.id))`
    return {
      sql: words
        .map((_, index) => `(${own} LIKE :word${index} ESCAPE '!' OR ${other} LIKE :word${index} ESCAPE '!')`)
        .join(' AND '),
      values: Object.fromEntries(words.map((word, index) => [`word${index}`, containing(word)])),
    }
  }

const digitsOf = (text: string) => latinDigits(text).replace(/[\s()+.-]/g, '')

/** The ten digits of a mobile number, however it is written; null where the text is none. */
export function typedMobile(text: string): string | null {
  return /^(?:0091|91|0)?(\d{10})$/.exec(digitsOf(text))?.[1] ?? null
}

function matchNumber(student: string, typed: string, mobile: string): StudentMatch {
  return {
    sql: `(${student}.mobile_number LIKE :mobile ESCAPE '!' OR ${student}.enrollment_number LIKE :typed ESCAPE '!'
      OR EXISTS (SELECT 1 FROM guardians mg WHERE mg.student_id = ${student}.id
        AND CONCAT_WS(' ', mg.father_mobile, mg.mother_mobile, mg.guardian_mobile) LIKE :mobile ESCAPE '!')
      OR EXISTS (SELECT 1 FROM academic_infos mi WHERE mi.student_id = ${student}.id
        AND mi.admission_number LIKE :typed ESCAPE '!'))`,
    values: { mobile: containing(mobile), typed: containing(typed) },
  }
}
