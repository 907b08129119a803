import { cleanText } from '~/models/core/shared/clean-text'
import { ambiguousMessage } from '~/models/people/students/find-by-number'
import { accountsSharingAName } from '~/models/people/students/options'
import { isOtherName } from '~/models/people/students/other-name'
import { isRegisterField } from '~/models/people/students/register/register-options'
import { type Limited, rowConflicts } from '../../row-conflicts'
import { foldKey } from '../../values/cells'
import { ClassResolver, type KnownSection } from '../class-resolver'
import { type ImportSettings, type Problem, type ReadRow, rejectedFor, type Verdict } from '../port'
import { type ExistingStudents, hasOneNumber, personKey, type StoredStudent } from './existing-students.server'
import { lackingOf } from './read-student'
import { importedStudentColumns } from './student-columns'

/** Plan for a row: a new student, or changes to an existing one. */
export interface StudentStep {
  line: number
  student: StoredStudent | null
  /** Fields to write: all for a new student, only differing ones for an existing one. */
  fields: Record<string, string>
  /** Section in the session; null leaves it unchanged. */
  section: KnownSection | null
  /** Roll number after the import; undefined leaves it unchanged. */
  rollNumber: string | undefined
}

export interface PlannedStudents {
  verdicts: Verdict[]
  /** One per row; null for a rejected row. */
  steps: Array<StudentStep | null>
  resolver: ClassResolver
}

const labels = new Map(importedStudentColumns.map((spec) => [spec.key, spec.label]))
const seatFields = new Set(['class', 'section', 'roll_number'])

const isNew: Verdict = { outcome: 'new', problems: [], changes: [] }
const isUnchanged: Verdict = { outcome: 'unchanged', problems: [], changes: [] }

/** Compares the rows with the school and with each other. Pure: existing data is passed in. */
export function planStudents(
  rows: readonly ReadRow[],
  existing: ExistingStudents,
  settings: ImportSettings,
): PlannedStudents {
  const resolver = new ClassResolver(existing.classes, {
    createsClasses: settings.createsClasses,
    capacity: settings.sectionCapacity,
  })
  resolver.prepare(rows.map(({ values }) => ({ className: values.class ?? '', sectionName: values.section ?? '' })))
  const drafts = rows.map((row) => draftOf(row, existing, resolver))
  const refused = rowConflicts(
    drafts.filter((draft) => draft.problems.length === 0),
    existing.held,
  )
  const steps = drafts.map((draft) => (draft.problems.length > 0 || refused.has(draft.line) ? null : draft.step))
  const verdicts = drafts.map((draft): Verdict => {
    const conflicts = refused.get(draft.line)
    if (conflicts || draft.problems.length > 0) return rejectedFor([...draft.problems, ...(conflicts ?? [])])
    if (draft.step.student === null) return isNew
    const { stays: problems, changes } = draft
    if (changes.length > 0)
      return {
        outcome: 'changed',
        problems,
        changes,
        ...(draft.otherName === undefined ? {} : { otherName: draft.otherName }),
      }
    return problems.length > 0 ? { ...isUnchanged, problems } : isUnchanged
  })
  return { verdicts, steps, resolver }
}

// Shared functions, not one per row: a file has up to 50,000 rows, each with several limited values.
const sameStudent: Limited['refusal'] = (other) => `Same student as line ${other}`
const inRegister = 'The general register keeps its value: record a correction on the student’s page'
const sharedByMany: Limited['refusal'] = () =>
  `${accountsSharingAName} students already have this; siblings may share it up to that number`
const sameAdmissionNumber: Limited['refusal'] = (other) =>
  other === null ? 'Another student has this admission number' : `Line ${other} has the same admission number`

const onceFor = <Of extends object>(make: (subject: Of) => Limited['refusal']) => {
  const refusalCache = new WeakMap<Of, Limited['refusal']>()
  return (subject: Of): Limited['refusal'] => {
    const refusal = refusalCache.get(subject) ?? make(subject)
    refusalCache.set(subject, refusal)
    return refusal
  }
}
const fullOf = onceFor(({ name, capacity, ofClass }: KnownSection) => () => {
  return `${ofClass.name} – ${name} is full: it has ${capacity} seats`
})
const rollTaken = onceFor(({ rollHolders }: ExistingStudents) => (other, key) => {
  if (other !== null) return `Line ${other} has the same roll number in this section`
  return `${rollHolders.get(key) ?? 'Another student'} has roll number ${key.split(' ').at(-1)} in this section`
})

interface Draft {
  line: number
  step: StudentStep
  problems: Problem[]
  /** Values that differ from the register and are not changed. */
  stays: Problem[]
  changes: string[]
  /** The student's stored name, if the name in the row looks like that of another person. */
  otherName?: string
  gives: string[]
  takes: Limited[]
}

/** Key of a new student, from the enrollment number or, without one, from `personKey`. */
const newKey = (who: string) => `new ${foldKey(who)}`

function draftOf(row: ReadRow, existing: ExistingStudents, resolver: ClassResolver): Draft {
  const { line, values } = row
  const match = findStudent(row, existing)
  const step: StudentStep = {
    line,
    student: match.student,
    fields: match.student ? {} : (values as Record<string, string>),
    section: null,
    rollNumber: undefined,
  }
  const draft: Draft = { line, step, problems: [...match.problems], stays: [], changes: [], gives: [], takes: [] }
  draft.takes.push({
    key: match.student ? `student ${match.student.id}` : newKey(values.enrollment_number ?? personKey(values)),
    limit: 1,
    column: values.enrollment_number === undefined ? null : 'Enrollment number',
    refusal: sameStudent,
  })
  if (match.student === null) draft.problems.push(...lackingOf(values))
  if (match.student?.status === 'left')
    draft.problems.push({ column: null, message: 'This student has left the school' })
  for (const key in values) {
    const value = values[key]
    if (value === undefined || seatFields.has(key)) continue
    // If both numbers are the same, a new student has already taken this number above, as the enrollment number.
    const isTaken = key === 'admission_number' && hasOneNumber(values)
    if (match.student === null) {
      if (!isTaken) takeShared(draft, key, value, '')
      continue
    }
    const before = match.student.values[key] ?? ''
    // Skips the enrollment number, by which the student was found, and values that differ only in line breaks or
    // invisible signs: the portal may have stored them, but a cell read from a file never has them.
    if (cleanText(before) === value || key === 'enrollment_number') continue
    // Keeps the student's different admission number: the file's only number is the enrollment number.
    if (isTaken && before !== '') continue
    if (match.student.isOnRegister && isRegisterField(key) && before !== '') {
      // The same name in other capitals causes no problem: the register's spelling stays.
      if (foldKey(before) !== foldKey(value))
        draft.stays.push({ column: labels.get(key) ?? null, message: inRegister, value })
      continue
    }
    step.fields[key] = value
    draft.changes.push(labels.get(key) ?? key)
    if (isTaken)
      draft.takes.push({ key: newKey(value), limit: 1, column: 'Admission number', refusal: sameAdmissionNumber })
    else takeShared(draft, key, value, before)
  }
  if (match.student && (step.fields.first_name !== undefined || step.fields.last_name !== undefined)) {
    const nameOf = (of: Partial<Record<string, string>>) => [of.first_name, of.last_name].filter(Boolean).join(' ')
    const registerName = nameOf(match.student.values)
    if (isOtherName(nameOf({ ...match.student.values, ...step.fields }), registerName)) draft.otherName = registerName
  }
  planSeat(row, draft, existing, resolver)
  return draft
}

function findStudent(
  { values }: ReadRow,
  existing: ExistingStudents,
): { student: StoredStudent | null; problems: Problem[] } {
  const { enrollment_number: number } = values
  if (number !== undefined) {
    const registered = hasOneNumber(values) ? existing.byAdmission.get(foldKey(number)) : undefined
    if (registered) return { student: registered, problems: [] }
    const found = findByNumber(values, number, existing)
    if (found.student || found.problems.length > 0 || !hasOneNumber(values)) return found
  }
  const twins = existing.byPerson.get(personKey(values)) ?? []
  const problem = {
    column: 'Enrollment number',
    message: 'Several students have this name; enter the enrollment number',
  }
  return { student: twins[0] ?? null, problems: twins.length > 1 ? [problem] : [] }
}

/**
 * Finds a student by the exact number, else by a similar one if exactly one such student has the row's name or birth
 * date. A row without a name fits every similar number.
 */
function findByNumber(
  values: ReadRow['values'],
  number: string,
  existing: ExistingStudents,
): { student: StoredStudent | null; problems: Problem[] } {
  const exact = existing.byNumber.get(foldKey(number))
  const alike = exact ? [] : (existing.alike.get(foldKey(number)) ?? [])
  if (exact || alike.length === 0) return { student: exact ?? null, problems: [] }
  const name = values.first_name === undefined ? null : foldKey(`${values.first_name} ${values.last_name ?? ''}`)
  const fits = alike.filter(
    (one) => name === null || foldKey(one.name) === name || one.dateOfBirth === values.date_of_birth,
  )
  const [only, ...others] = fits
  const student = only && others.length === 0 ? existing.byNumber.get(foldKey(only.number)) : undefined
  if (student) return { student, problems: [] }
  return { student: null, problems: [{ column: 'Enrollment number', message: ambiguousMessage(alike) }] }
}

function takeShared(draft: Draft, key: string, value: string, before: string): void {
  const limit = key === 'email' || key === 'mobile_number' ? accountsSharingAName : key === 'admission_number' ? 1 : 0
  if (limit === 0 || foldKey(before) === foldKey(value)) return
  draft.takes.push({
    key: `${key} ${foldKey(value)}`,
    limit,
    column: labels.get(key) ?? null,
    refusal: limit > 1 ? sharedByMany : sameAdmissionNumber,
  })
  if (before !== '') draft.gives.push(`${key} ${foldKey(before)}`)
}

function planSeat({ values }: ReadRow, draft: Draft, existing: ExistingStudents, resolver: ClassResolver): void {
  const { step } = draft
  const now = step.student?.enrollment ?? null
  const className = values.class ?? ''
  if (className === '') {
    if (step.student === null) draft.problems.push({ column: 'Class', message: 'Class is required' })
    else if (values.section !== undefined && now === null)
      draft.problems.push({ column: 'Class', message: 'Enter the class of the section' })
  }
  if (existing.session === null) {
    draft.problems.push({ column: null, message: 'The academic session of this import no longer exists' })
    return
  }
  let section: KnownSection | null = null
  if (className !== '') {
    const answer = resolver.find(className, values.section ?? '')
    if (answer.ok) section = answer.section
    else if (now !== null && values.section === undefined && isOwnClass(now, className, resolver)) section = null
    else draft.problems.push({ column: answer.column, message: answer.message })
  }
  const moves = section !== null && section.id !== now?.sectionId
  if (section !== null && moves) {
    if (now && !now.studying)
      draft.problems.push({ column: 'Class', message: 'This student has left during the session' })
    if (now && section.ofClass.id !== now.classId && now.paid)
      draft.problems.push({
        column: 'Class',
        message: 'Fees of the current class have been paid; move the student manually',
      })
    step.section = section
    if (step.student) draft.changes.push(now === null || section.ofClass.id !== now.classId ? 'Class' : 'Section')
    draft.takes.push({
      key: `seat ${section.key}`,
      limit: section.capacity,
      column: 'Section',
      refusal: fullOf(section),
    })
    if (now) draft.gives.push(`seat ${now.sectionId}`)
  }
  takeRoll(values.roll_number, draft, moves ? section : null, existing)
}

/** Returns true for a class with several sections when the student already has a seat in one of them. */
function isOwnClass(
  now: NonNullable<StoredStudent['enrollment']>,
  className: string,
  resolver: ClassResolver,
): boolean {
  const currentSection = resolver.classes.flatMap((one) => one.sections).find((section) => section.id === now.sectionId)
  if (!currentSection) return false
  const answer = resolver.find(className, currentSection.name)
  return answer.ok && answer.section === currentSection
}

function takeRoll(
  rollNumber: string | undefined,
  draft: Draft,
  moved: KnownSection | null,
  existing: ExistingStudents,
): void {
  const { step } = draft
  const now = step.student?.enrollment ?? null
  const sectionKey = moved?.key ?? (now ? String(now.sectionId) : null)
  if (sectionKey === null) return
  // A student who moves without a new roll number has none in the new section.
  const after = rollNumber ?? (moved ? '' : (now?.rollNumber ?? ''))
  if (!moved && after === now?.rollNumber) return
  step.rollNumber = after
  if (step.student && rollNumber !== undefined && rollNumber !== now?.rollNumber) draft.changes.push('Roll number')
  if (now && now.rollNumber !== '') draft.gives.push(`roll ${now.sectionId} ${now.rollNumber}`)
  if (after === '') return
  const key = `roll ${sectionKey} ${after}`
  draft.takes.push({ key, limit: 1, column: 'Roll number', refusal: rollTaken(existing) })
}
