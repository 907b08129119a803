import { inParts, number, type RowOf, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { areWordsAlike, wordsOfName } from '~/models/people/guardians/name-likeness'
import { isOtherName } from '~/models/people/guardians/other-name'
import { readClass, readSection } from '../../decide/decide-classes'
import { foldKey, readCode } from '../../values/cells'
import { ambiguousMessage, findSimilarNumbers, type SimilarStudent } from '../alike-numbers.server'
import { ClassResolver } from '../class-resolver'
import { column, upTo } from '../field-reader'
import type { FieldRule } from '../field-rule'
import type { Problem, ReadRow, RowValues } from '../port'
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

const studentNames = {
  id: number('s.id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  number: text('s.enrollment_number'),
  admission: textOrNull('i.admission_number'),
  status: wordOf<'active' | 'inactive' | 'left'>('s.status'),
}
const seated = { ...studentNames, classId: number('e.class_id'), sectionId: number('e.section_id') }
type Seated = RowOf<typeof seated>
export type FoundStudent = RowOf<typeof studentNames>

type StudentAnswer = { student: FoundStudent | null; problems: Problem[] }

/**
 * Finds the students of rows by enrollment or admission number, or by name and class in the session. Accepts only a
 * sure match, because the row gives something to this child: a similar number needs a similar name. Without a number,
 * the name must be the registered one.
 */
export async function studentFinder(scope: SchoolScope, rows: readonly ReadRow[], sessionId: number | null) {
  const numbers = [...new Set(rows.flatMap(({ values }) => values.enrollment_number ?? []))]
  const byNumber = await readByNumber(scope, numbers)
  const similar = await findSimilarNumbers(
    scope,
    numbers.filter((one) => !byNumber.has(foldKey(one))),
  )
  const similarNumbers = [...similar.values()].flatMap((some) => some.map((one) => one.number))
  const bySimilar = await readByNumber(scope, similarNumbers)
  const needsClasses = rows.some(({ values }) => values.enrollment_number === undefined)
  const byClass = needsClasses ? await readByClass(scope, sessionId ?? 0) : null
  return (values: RowValues): StudentAnswer => {
    const { enrollment_number: number, student_name: name } = values
    if (number === undefined) return byClass?.(values) ?? refuse(numberLabel, `${numberLabel} is required`)
    const exact = byNumber.get(foldKey(number))
    const found = exact ? oneOf(exact, number, name) : oneSimilar(similar.get(foldKey(number)), bySimilar, name)
    if (found.student?.status !== 'left') return found
    return refuse(null, `${found.student.name} has left the school`)
  }
}

const refuse = (column: string | null, message: string): StudentAnswer => ({
  student: null,
  problems: [{ column, message }],
})

/**
 * Picks the student with this number. Two students share it if it is the enrollment number of one and the admission
 * number of the other; the name then decides.
 */
function oneOf(students: readonly FoundStudent[], number: string, name: string | undefined): StudentAnswer {
  const fitting = name === undefined ? students : students.filter((one) => !isOtherName(name, one.name))
  const [student, ...others] = fitting
  if (student && others.length === 0) return { student, problems: [] }
  const names = students.map((one) => one.name).join(' and ')
  if (student) return refuse(numberLabel, `${names} have this number. Add the student’s name, or the other number`)
  return refuse(nameLabel, `The number ${number} belongs to ${names}, but the file names ${name}`)
}

function oneSimilar(
  similar: readonly SimilarStudent[] | undefined,
  byNumber: ReadonlyMap<string, readonly FoundStudent[]>,
  name: string | undefined,
): StudentAnswer {
  if (!similar) return refuse(numberLabel, 'No student has this number')
  const words = wordsOfName(name ?? '')
  const [only, ...others] = similar.filter((one) => areWordsAlike(wordsOfName(one.name), words))
  const student = only && byNumber.get(foldKey(only.number))?.find(({ id }) => id === only.id)
  return student && others.length === 0 ? { student, problems: [] } : refuse(numberLabel, ambiguousMessage(similar))
}

/** Students by enrollment and by admission number; keys are as `foldKey` returns them. */
async function readByNumber({ schoolId }: SchoolScope, numbers: readonly string[]) {
  const students = new Map<string, FoundStudent[]>()
  const add = (number: string | null, student: FoundStudent) => {
    const key = foldKey(number ?? '')
    const some = students.get(key) ?? []
    if (number !== null && some.every(({ id }) => id !== student.id)) students.set(key, [...some, student])
  }
  for (const part of inParts(numbers)) {
    for (const column of ['s.enrollment_number', 'i.admission_number'] as const) {
      const rows = await selectRows(
        studentNames,
        `FROM students s LEFT JOIN academic_infos i ON i.student_id = s.id
         WHERE s.school_id = :schoolId AND ${column} IN (:part)`,
        { schoolId, part },
      )
      for (const row of rows) add(column === 's.enrollment_number' ? row.number : row.admission, row)
    }
  }
  return students
}

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
    const hint = alike ? `. ${alike.name} has the number ${alike.number}: enter the number` : ''
    return refuse(nameLabel, `No student of ${place} has this name${hint}`)
  }
}
