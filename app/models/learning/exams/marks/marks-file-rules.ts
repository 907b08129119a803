import { latinDigits } from '~/language/language'
import { studentsByNumber } from '~/models/people/students/find-by-number'
import { isOtherName } from '~/models/people/students/other-name'
import { type ExamMark, markText, readMark } from './mark-rules'
import type { GridRow } from './marks-grid.server'

const wordsOf = (words: string) => new Set(words.split(' '))

/** Accepted headings of the file's columns, including those of the template, as `headingKey` returns them. */
const headings = {
  enrollment: wordsOf('enrollmentnumber enrolmentnumber enrollmentno enrolmentno नामांकनसंख्या'),
  admission: wordsOf('admissionnumber admissionno admno grno grnumber gr प्रवेशक्रमांक जीआरनंबर जीआरनं જીઆરનંબર જીઆરનં'),
  roll: wordsOf('rollnumber rollno roll rno classroll classrollno रोलनंबर रोलनं अनुक्रमांक રોલનંબર રોલનં હાજરીનંબર'),
  name: wordsOf(
    'name student studentname studentsname nameofstudent nameofthestudent pupilname fullname नाम छात्रकानाम विद्यार्थीकानाम નામ વિદ્યાર્થીનુંનામ',
  ),
  marks: wordsOf(
    'marks mark marksobtained obtainedmarks marksobt marksobtd obtmarks obtdmarks mo markssecured securedmarks marksscored score अंक प्राप्तांक प्राप्तअंक मार्क्स ગુણ મેળવેલગુણ પ્રાપ્તગુણ માર્ક્સ',
  ),
}

type Heading = keyof typeof headings

const maxHeadingLength = 120

/** Letters of a heading without its brackets and maximum: `Marks (out of 80)` and `Marks out of 80` are `marks`. */
const headingKey = (cell: string) =>
  cell
    .slice(0, maxHeadingLength)
    .toLowerCase()
    .replace(/[([{].*?[)\]}]|\bout\s+of\b/g, '')
    .replace(/[^\p{L}\p{M}]/gu, '')

/** Maximum marks in a heading: 80 in `Marks (out of 80)` and `ગુણ (૮૦)`; null without one. */
function maximumIn(heading: string): number | null {
  const text = latinDigits(heading.slice(0, maxHeadingLength))
  const number = /(?:[([{]\D*|out\s+of\s+)(\d+(?:\.\d+)?)(?:\D*[)\]}]|\s*$)/i.exec(text)?.[1]
  return number === undefined ? null : Number(number)
}

/** A line below the list with a sum or mean instead of a student. */
const summary = /^(?:grand\s*)?(?:total|average|avg|mean|highest|lowest|कुल|औसत|કુલ|સરેરાશ)(?![\p{L}\p{M}])/iu

export const marksFileColumns = ['Roll number', 'Enrollment number', 'Name', 'Marks'] as const

/** Number of rows searched for the heading, because a title may precede it. */
const linesLookedAt = 20

export interface FileLine {
  /** Line number as in a spreadsheet. */
  line: number
  name: string
  rollNumber: string
  /** Marks as in the file. */
  marks: string
  /** Public id of the enrollment; null if no student matches. */
  enrollment: string | null
  /** Current and new value of the row. */
  before: string
  after: string
  problem: string | null
}

export type FileTrouble = 'no-heading' | 'no-rows' | 'other-maximum'

/**
 * Previews a file of marks. Matches students by enrollment or admission number, or by roll number if the line has none;
 * reports a problem if the name is clearly another student's. A line without marks changes nothing. Refuses a heading
 * whose maximum differs from the paper's: `Marks (out of 80)` for a paper of 100.
 */
export function readMarksFile(
  rows: readonly string[][],
  students: ReadonlyArray<
    Pick<
      GridRow,
      'publicId' | 'name' | 'enrollmentNumber' | 'admissionNumber' | 'srNumber' | 'rollNumber' | 'presence' | 'marks'
    >
  >,
  maxMarks: number,
): { ok: true; lines: FileLine[] } | { ok: false; trouble: FileTrouble } {
  const at = rows.slice(0, linesLookedAt).findIndex((row) => {
    const columns = columnsOf(row, maxMarks)
    return columns.marks >= 0 && (columns.number >= 0 || columns.roll >= 0)
  })
  if (at < 0) return { ok: false, trouble: 'no-heading' }
  const columns = columnsOf(rows[at] ?? [], maxMarks)
  const maximum = maximumIn(rows[at]?.[columns.marks] ?? '')
  if (maximum !== null && maximum !== maxMarks) return { ok: false, trouble: 'other-maximum' }
  const findByNumber = studentsByNumber(students, { asksForName: true, arePart: true })
  const lineByStudent = new Map<string, number>()
  const lines = rows.slice(at + 1).flatMap((row, index): FileLine[] => {
    const text = (column: 'number' | 'roll' | 'name' | 'marks') => (row[columns[column]] ?? '').trim()
    const facts = { line: at + index + 2, name: text('name'), rollNumber: text('roll'), marks: text('marks') }
    if (facts.marks === '') return []
    const hasNumber = /\d/.test(latinDigits(text('number') + facts.rollNumber))
    if (!hasNumber && summary.test(row.find((cell) => cell.trim() !== '')?.trim() ?? '')) return []
    const wrong = (problem: string) => [{ ...facts, enrollment: null, before: '', after: '', problem }]
    const number = plainNumber(text('number'))
    const roll = plainNumber(facts.rollNumber)
    const match = number === '' ? null : findByNumber({ number, kind: columns.kind, name: facts.name || undefined })
    if (match && !match.student && match.trouble !== 'unknown') return wrong(match.message)
    const student = match ? match.student : students.find((one) => roll !== '' && String(one.rollNumber) === roll)
    if (!student)
      return wrong(
        number || roll ? 'No student in this section has this number' : 'The line has no enrollment or roll number',
      )
    // Roll numbers are reassigned and lists shift by a line: a name beside a number must not be another student's.
    if (number === '' && isOtherName(facts.name, student.name))
      return wrong(`Roll number ${roll} belongs to ${student.name}`)
    const earlier = lineByStudent.get(student.publicId)
    if (earlier !== undefined) return wrong(`${student.name} is already in line ${earlier}`)
    lineByStudent.set(student.publicId, facts.line)
    const mark: ExamMark = student.presence === null ? null : { presence: student.presence, marks: student.marks }
    const before = markText(mark)
    const parsedMark = readMark({ text: facts.marks, presence: 'present', seen: before }, maxMarks)
    const lineFacts = {
      ...facts,
      name: student.name,
      rollNumber: String(student.rollNumber ?? ''),
      enrollment: student.publicId,
    }
    if (!parsedMark.ok) return [{ ...lineFacts, before, after: '', problem: parsedMark.problem }]
    return [{ ...lineFacts, before, after: markText(parsedMark.mark), problem: null }]
  })
  return lines.length === 0 ? { ok: false, trouble: 'no-rows' } : { ok: true, lines }
}

/**
 * Finds the columns of the file. Of several columns of marks, such as `Marks (20)` and `Marks (80)`, uses the one with
 * the paper's maximum.
 */
function columnsOf(row: readonly string[], maxMarks: number) {
  const keys = row.map(headingKey)
  const find = (...of: Heading[]) => keys.findIndex((key) => of.some((heading) => headings[heading].has(key)))
  const ofPaper = keys.findIndex((key, index) => headings.marks.has(key) && maximumIn(row[index] ?? '') === maxMarks)
  const marks = ofPaper >= 0 ? ofPaper : find('marks')
  const number = find('enrollment', 'admission')
  const kind = number === find('admission') ? ('admission' as const) : ('enrollment' as const)
  return { number, kind, roll: find('roll'), name: find('name'), marks }
}

/** Normalizes a number: spreadsheets write 12 as 12.0, and offices use the digits of their script. */
function plainNumber(text: string): string {
  return latinDigits(text)
    .trim()
    .replace(/^(\d+)\.0+$/, '$1')
}
