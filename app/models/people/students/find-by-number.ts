import { latinDigits } from '~/language/language'
import { foldText } from '~/models/core/shared/clean-text'
import { plainNumber } from '~/models/core/shared/numbering/plain-number'
import { areAlike } from './name-likeness'
import { isOtherName } from './other-name'

/** Numbers of a student: of the portal, of the admission (General) register, and of the scholar register. */
const numberNames = { enrollment: 'enrollment number', admission: 'admission number', sr: 'SR number' } as const
export type NumberKind = keyof typeof numberNames

export interface NumberedStudent {
  name: string
  enrollmentNumber: string
  admissionNumber: string | null
  srNumber: string | null
}

interface Holder<Student> {
  student: Student
  kind: NumberKind
  number: string
}

/** Why a number does not lead to one student. */
export type NumberTrouble = 'unknown' | 'shared' | 'similar' | 'other-name' | 'other-kind'

export type NumberMatch<Student> =
  | { student: Student; trouble: null; message: null }
  | { student: null; trouble: NumberTrouble; message: string }

/** A number of a file, with the kind that its heading names, and the name beside it. */
export interface WrittenNumber {
  number: string
  kind: NumberKind | null
  name: string | undefined
}

/** A scholar register without numbers of its own uses the admission numbers. */
const kindsInOrder: Record<NumberKind, readonly NumberKind[]> = {
  enrollment: ['enrollment'],
  admission: ['admission'],
  sr: ['sr', 'admission'],
}

/**
 * Creates a function that finds the student of a number. The kind of number that the heading names comes first. If
 * several students have the number, the name decides, and without it none is found. A number that differs by zeros,
 * spaces or capitals counts if it fits only one student; with `asksForName` only beside that student's name. A number of
 * another kind than the heading names counts for a student without a number of the heading's kind, or beside the
 * student's name. With `arePart`, a student outside the list may have the number, so without the name no student of the
 * list has it (`unknown`).
 */
export function studentsByNumber<Student extends NumberedStudent>(
  students: readonly Student[],
  { asksForName, arePart = false }: { asksForName: boolean; arePart?: boolean },
): (written: WrittenNumber) => NumberMatch<Student> {
  const holdersByNumber = new Map<string, Array<Holder<Student>>>()
  for (const student of students) {
    for (const kind of ['enrollment', 'admission', 'sr'] as const) {
      const number = numberOf(student, kind)
      if (!number) continue
      const key = plainNumber(latinDigits(number))
      const holders = holdersByNumber.get(key)
      if (holders) holders.push({ student, kind, number })
      else holdersByNumber.set(key, [{ student, kind, number }])
    }
  }
  return (written) => {
    const { number, kind } = written
    const order = kind === null ? [] : kindsInOrder[kind]
    const mayBeOutside = ({ student, kind: other }: Holder<Student>) =>
      arePart && kind !== null && !order.includes(other) && Boolean(numberOf(student, kind))
    const similar = (holdersByNumber.get(plainNumber(latinDigits(number))) ?? []).filter(
      (holder) =>
        (holder.kind !== 'sr' || kind === null || kind === 'sr') && (!mayBeOutside(holder) || isNamed(holder, written)),
    )
    const isExact = (holder: Holder<Student>) => isSame(holder.number, number)
    if (similar.length === 0 || isOnlySr(similar, written)) return refuse('unknown', 'No student has this number')
    const exact = similar.filter(isExact)
    if (exact.length === 0) return ofHeadingsKind(bySimilar(similar, written, asksForName), similar, written)
    const named = order.map((one) => exact.filter((holder) => holder.kind === one)).find(({ length }) => length > 0)
    if (named) return byName(exact, named, written)
    const isCertain = exact.some((holder) => holder.kind !== 'sr' || kind === 'sr')
    const others = similar.filter((one) => isExact(one) || order.includes(one.kind) || !isCertain)
    return ofHeadingsKind(byName(others, others, written), others, written)
  }
}

/**
 * Refuses a student whom only a number of another kind than the heading names leads to, although the student has a
 * number of the heading's kind: the file may mean a student who is not recorded yet. The student's name allows it.
 */
function ofHeadingsKind<Student extends NumberedStudent>(
  match: NumberMatch<Student>,
  holders: ReadonlyArray<Holder<Student>>,
  written: WrittenNumber,
): NumberMatch<Student> {
  const { kind } = written
  const [holder, ...others] = holders.filter(({ student }) => student === match.student)
  const own = holder && kind !== null ? numberOf(holder.student, kind) : null
  if (!holder || kind === null || !own || isNamed(holder, written)) return match
  if ([holder, ...others].some((one) => kindsInOrder[kind].includes(one.kind))) return match
  const { student } = holder
  return refuse(
    'other-kind',
    `${holder.number} is the ${numberNames[holder.kind]} of ${student.name}, whose ${numberNames[kind]} is ${own}. Add the student’s name, or the ${numberNames[kind]}`,
  )
}

/**
 * Returns true when only SR numbers match, and they do not count: since they are often mere serial numbers, they count
 * only under their own heading or beside the student's name.
 */
function isOnlySr<Student extends NumberedStudent>(
  holders: ReadonlyArray<Holder<Student>>,
  written: WrittenNumber,
): boolean {
  return written.kind !== 'sr' && holders.every((holder) => holder.kind === 'sr' && !isNamed(holder, written))
}

const isNamed = ({ student }: Holder<NumberedStudent>, { name = '' }: WrittenNumber) => areAlike(name, student.name)

const numberOf = (student: NumberedStudent, kind: NumberKind) =>
  ({ enrollment: student.enrollmentNumber, admission: student.admissionNumber, sr: student.srNumber })[kind]

const isSame = (one: string, other: string) => foldText(latinDigits(one)) === foldText(latinDigits(other))

const refuse = (trouble: NumberTrouble, message: string) => ({ student: null, trouble, message }) as const
const found = <Student>(student: Student) => ({ student, trouble: null, message: null }) as const

/** One holder for each student. */
function distinct<Student>(holders: ReadonlyArray<Holder<Student>>): Array<Holder<Student>> {
  return [...new Map(holders.map((holder) => [holder.student, holder] as const)).values()]
}

/** Finds the only holder of a number whom the name fits, or else the only such holder among the `certain` ones. */
function byName<Student extends NumberedStudent>(
  holders: ReadonlyArray<Holder<Student>>,
  certain: ReadonlyArray<Holder<Student>>,
  { number, name }: WrittenNumber,
): NumberMatch<Student> {
  const fits = ({ student }: Holder<Student>) => name === undefined || !isOtherName(name, student.name)
  const fitting = distinct(holders.filter(fits))
  const [fittingCertain, ...others] = distinct(certain.filter(fits))
  const [only] = fitting
  if (only && fitting.length === 1 && name !== undefined) return found(only.student)
  if (fittingCertain && others.length === 0) return found(fittingCertain.student)
  const names = distinct(holders)
    .slice(0, maxNamed)
    .map(({ student }) => student.name)
  if (!only)
    return refuse('other-name', `The number ${number} belongs to ${names.join(' and ')}, but the file names ${name}`)
  const owners = distinct(holders)
    .slice(0, maxNamed)
    .map((holder) => {
      return `${isSame(holder.number, number) ? 'the' : `like ${holder.number}, the`} ${numberNames[holder.kind]} of ${holder.student.name}`
    })
  return refuse('shared', `${number} is ${owners.join(' and ')}. Add the student’s name, or the other number`)
}

function bySimilar<Student extends NumberedStudent>(
  holders: ReadonlyArray<Holder<Student>>,
  written: WrittenNumber,
  asksForName: boolean,
): NumberMatch<Student> {
  const { number, name } = written
  const all = distinct(holders)
  const [alike, ...others] = all.filter((holder) => isNamed(holder, written))
  if (alike && others.length === 0) return found(alike.student)
  const [only] = all
  if (!only || all.length > 1 || asksForName) return refuse('similar', ambiguousMessage(all.map(numberAndName)))
  if (name === undefined || !isOtherName(name, only.student.name)) return found(only.student)
  return refuse('other-name', `The number ${number} belongs to ${only.student.name}, but the file names ${name}`)
}

/** Maximum number of students that a message names. */
const maxNamed = 3

const numberAndName = <Student extends NumberedStudent>({ number, student }: Holder<Student>) => ({
  number,
  name: student.name,
})

/** Error message for a number that may belong to several students, or to a student with another name. */
export function ambiguousMessage(similar: ReadonlyArray<{ number: string; name: string }>): string {
  const who = similar.slice(0, maxNamed).map(({ number, name }) => `${number} of ${name}`)
  return `This looks like ${who.join(' or ')}. Enter the number exactly as recorded; for another student, a different one`
}
