import { containing, contains } from '~/kit/tables/select-page.server'
import { latinDigits } from '~/language/language'
import { comparableText } from '~/models/core/shared/clean-text'

export interface StudentMatch {
  sql: string
  values: Record<string, string>
}

const maxWords = 6

/**
 * Builds the student search of every office list. A number, with or without spaces, hyphens and +91, matches mobile
 * numbers of student and parents, enrollment and admission numbers. Otherwise every word must occur, in any order, in
 * the name, the father's name, the e-mail or those numbers. An empty text matches all.
 * @param student alias of the student in the statement
 */
export const matchStudents =
  (student: 's' | 'st') =>
  (searchText: string): StudentMatch => {
    const text = latinDigits(comparableText(searchText))
    const digits = digitsOf(text)
    if (/^\d{4,}$/.test(digits)) return matchNumber(student, text, typedMobile(text) ?? digits)
    const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
    if (words.length === 0) return { sql: 'TRUE', values: {} }
    // Subqueries come second: they run only for students whose own row does not match.
    const studentSql = `CONCAT_WS(' ', ${student}.first_name, ${student}.last_name, ${student}.enrollment_number, ${student}.email)`
    const other = `CONCAT_WS(' ', (SELECT mg.father_name FROM guardians mg WHERE mg.student_id = ${student}.id),
      (SELECT mi.admission_number FROM academic_infos mi WHERE mi.student_id = ${student}.id))`
    return {
      sql: words
        .map(
          (word, index) =>
            `(${contains(studentSql, word, `word${index}`)} OR ${contains(other, word, `word${index}`)})`,
        )
        .join(' AND '),
      values: Object.fromEntries(words.map((word, index) => [`word${index}`, containing(word)])),
    }
  }

const digitsOf = (text: string) => latinDigits(text).replace(/[\s()+.-]/g, '')

/** Returns the ten digits of a mobile number in any notation, or null. */
export function typedMobile(text: string): string | null {
  return /^(?:0091|91|0)?(\d{10})$/.exec(digitsOf(text))?.[1] ?? null
}

function matchNumber(student: string, searchText: string, mobile: string): StudentMatch {
  return {
    sql: `(${student}.mobile_number LIKE :mobile ESCAPE '!' OR ${student}.enrollment_number LIKE :typed ESCAPE '!'
      OR EXISTS (SELECT 1 FROM guardians mg WHERE mg.student_id = ${student}.id
        AND CONCAT_WS(' ', mg.father_mobile, mg.mother_mobile, mg.guardian_mobile) LIKE :mobile ESCAPE '!')
      OR EXISTS (SELECT 1 FROM academic_infos mi WHERE mi.student_id = ${student}.id
        AND mi.admission_number LIKE :typed ESCAPE '!'))`,
    values: { mobile: containing(mobile), typed: containing(searchText) },
  }
}
