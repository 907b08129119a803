import { number, type RowOf, selectRows } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { areWordsAlike, wordsOfName } from '~/models/people/students/name-likeness'
import { readClass, readSection } from '../../decide/decide-classes'
import { foldKey, readCode } from '../../values/cells'
import { ClassResolver } from '../class-resolver'
import { column, upTo } from '../field-reader'
import type { FieldRule } from '../field-rule'
import { type FoundStudent, numberedStudent, numberFinder } from '../number-finder.server'
import type { ImportSettings, Problem, ReadRow, RowValues } from '../port'
import { readClasses } from './existing-students.server'

const numberLabel = 'Enrollment or admission number'
const nameLabel = 'Student name'

/** Columns by which a row names a student: a number, or the name with the class. */
export const studentColumns: readonly FieldRule[] = [
  column('enrollment_number', numberLabel, {
    example: '2026/001',
    allowed: 'If it is blank, the student’s name and class',
    read: readCode,
  }),
  column('student_name', nameLabel, {
    example: 'Asha Patel',
    allowed: 'Compared with the register if there is a number',
    read: upTo(200),
  }),
  column('class', 'Class', {
    sameForAll: true,
    example: '6',
    allowed: 'Name of the class; VI, Std 6 and 6 mean the same class',
    read: (text, _, how) => readClass(text, how.class),
    decides: { kind: 'class' },
  }),
  column('section', 'Section', { example: 'A', sameForAll: true, read: readSection }),
]

/** Returns true when a file has the columns that name its students. */
export const namesStudents = (has: (key: string) => boolean) =>
  has('enrollment_number') || (has('student_name') && has('class'))

const seated = { ...numberedStudent, classId: number('e.class_id'), sectionId: number('e.section_id') }
type Seated = RowOf<typeof seated>

type StudentAnswer = { student: FoundStudent | null; problems: Problem[] }

/**
 * Finds the students of rows by number, or by name and class in the session. Accepts only a sure match, because the row
 * adds to this student's records: a similar number needs a similar name. Without a number, the name must be the
 * registered one.
 */
export async function studentFinder(scope: SchoolScope, rows: readonly ReadRow[], settings: ImportSettings) {
  const findByNumber = await numberFinder(scope, rows, settings, { asksForName: true })
  const needsClasses = rows.some(({ values }) => values.enrollment_number === undefined)
  const byClass = needsClasses ? await readByClass(scope, settings.sessionId ?? 0) : null
  return (values: RowValues): StudentAnswer => {
    const match = findByNumber(values)
    if (match === null) return byClass?.(values) ?? refuse(numberLabel, `${numberLabel} is required`)
    if (!match.student) return refuse(match.trouble === 'other-name' ? nameLabel : numberLabel, match.message)
    if (match.student.status !== 'left') return { student: match.student, problems: [] }
    return refuse(null, `${match.student.name} has left the school`)
  }
}

const refuse = (column: string | null, message: string): StudentAnswer => ({
  student: null,
  problems: [{ column, message }],
})

/** Finds students by name and class in the session. */
async function readByClass({ schoolId }: SchoolScope, sessionId: number) {
  const resolver = new ClassResolver(await readClasses(schoolId, sessionId, new Map()), {
    createsClasses: false,
    capacity: 0,
  })
  const students = await selectRows(
    seated,
    `FROM enrollments e JOIN students s ON s.id = e.student_id LEFT JOIN academic_infos i ON i.student_id = s.id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.status = 'studying'`,
    { schoolId, sessionId },
  )
  const byName = new Map<string, Seated[]>()
  const byWord = new Map<string, Seated[]>()
  const add = (lists: Map<string, Seated[]>, key: string, student: Seated) =>
    lists.set(key, [...(lists.get(key) ?? []), student])
  for (const student of students) {
    add(byName, `${student.classId} ${foldKey(student.name)}`, student)
    for (const word of new Set(wordsOfName(student.name))) add(byWord, `${student.classId} ${word}`, student)
  }
  return (values: RowValues): StudentAnswer => {
    const { student_name: name = '', class: className = '', section = '' } = values
    if (name === '' || className === '')
      return refuse(numberLabel, `Enter the ${numberLabel.toLowerCase()}, or the student’s name and class`)
    const answer = resolver.findClass(className, section)
    if (!answer.ok) return refuse(answer.column, answer.message)
    const isSeated = ({ sectionId }: Seated) => answer.section === null || answer.section.id === sectionId
    const place = answer.section ? `${answer.ofClass.name} – ${answer.section.name}` : answer.ofClass.name
    const [student, ...others] = (byName.get(`${answer.ofClass.id} ${foldKey(name)}`) ?? []).filter(isSeated)
    if (student && others.length === 0) return { student, problems: [] }
    if (student) return refuse(nameLabel, `Several students of ${place} have this name. Enter the number`)
    const words = wordsOfName(name)
    const alike = words
      .flatMap((word) => byWord.get(`${answer.ofClass.id} ${word}`) ?? [])
      .find((one) => isSeated(one) && areWordsAlike(wordsOfName(one.name), words))
    const hint = alike ? `. ${alike.name} has the number ${alike.enrollmentNumber}: enter the number` : ''
    return refuse(nameLabel, `No student of ${place} has this name${hint}`)
  }
}
