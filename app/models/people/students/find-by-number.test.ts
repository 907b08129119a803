import { describe, expect, it } from 'vitest'
import { type NumberedStudent, type NumberKind, studentsByNumber } from './find-by-number'

const student = (
  name: string,
  enrollmentNumber: string,
  admissionNumber: string | null = null,
  srNumber: string | null = null,
): NumberedStudent => ({ name, enrollmentNumber, admissionNumber, srNumber })

/** Name of the student found by a number, as an import of dues finds students, or else the error message. */
function found(students: readonly NumberedStudent[], number: string, kind: NumberKind | null, name?: string) {
  const match = studentsByNumber(students, { asksForName: false })({ number, kind, name })
  return match.student?.name ?? match.message
}

describe('studentsByNumber, when 101 is the number of two students', () => {
  const crossed = [student('Asha Patel', '101', '205'), student('Ravi Kumar', '205', '101')]
  const question =
    '101 is the enrollment number of Asha Patel and the admission number of Ravi Kumar. Add the student’s name, or the other number'

  it.each<[NumberKind | null, string]>([
    ['enrollment', 'Asha Patel'],
    ['admission', 'Ravi Kumar'],
    ['sr', 'Ravi Kumar'],
    [null, question],
  ])('with the heading’s kind %s finds %s', (kind, answer) => {
    expect(found(crossed, '101', kind)).toBe(answer)
  })

  it('lets the name decide when it fits one of them', () => {
    for (const kind of [null, 'enrollment', 'admission'] as const)
      expect(found(crossed, '101', kind, 'Kumar Ravi')).toBe('Ravi Kumar')
  })

  it('follows the heading when the name fits both, or is written in another script', () => {
    const siblings = [student('Asha Patel', '101'), student('Ashok Patel', '205', '101')]
    expect(found(siblings, '101', 'admission', 'A. Patel')).toBe('Ashok Patel')
    expect(found(crossed, '101', 'admission', 'આશા પટેલ')).toBe('Ravi Kumar')
    expect(found(siblings, '101', null, 'A. Patel')).toMatch('the enrollment number of Asha Patel and')
  })

  it('refuses a name that fits neither', () => {
    expect(found(crossed, '101', 'admission', 'Zubin Irani')).toBe(
      'The number 101 belongs to Asha Patel and Ravi Kumar, but the file names Zubin Irani',
    )
  })
})

it('finds a student with one number by any heading', () => {
  const students = [student('Asha Patel', 'R1', 'R1'), student('Ravi Kumar', '4711')]
  for (const kind of [null, 'enrollment', 'admission', 'sr'] as const) {
    expect(found(students, 'r1', kind)).toBe('Asha Patel')
    expect(found(students, '4711', kind)).toBe('Ravi Kumar')
  }
})

describe('studentsByNumber, when the number is of another kind than the heading names', () => {
  const students = [student('Asha Patel', '101', '205'), student('Ravi Kumar', '0040', null, '9')]
  const answer =
    '101 is the enrollment number of Asha Patel, whose admission number is 205. Add the student’s name, or the admission number'

  it.each<[string, NumberKind | null, string | undefined, string]>([
    ['101', 'admission', undefined, answer],
    ['101', 'admission', 'Asha Patel', 'Asha Patel'],
    // A name in another script cannot be compared.
    ['101', 'admission', 'આશા પટેલ', answer],
    ['0101', 'admission', undefined, 'Asha Patel, whose admission number is 205'],
    ['101', 'sr', undefined, 'Asha Patel'],
    ['205', 'enrollment', undefined, '205 is the admission number of Asha Patel, whose enrollment number is 101'],
    ['205', null, undefined, 'Asha Patel'],
    ['40', 'admission', undefined, 'Ravi Kumar'],
    ['40', 'sr', undefined, '0040 is the enrollment number of Ravi Kumar, whose SR number is 9'],
  ])('reads %s under a heading of the kind %s beside the name %s', (number, kind, name, result) => {
    expect(found(students, number, kind, name)).toMatch(result)
  })
})

describe('studentsByNumber, for SR numbers', () => {
  const students = [student('Asha Patel', '12', null, '7'), student('Ravi Kumar', '40', '41', '12')]

  it.each<[string, NumberKind | null, string | undefined, string]>([
    ['12', 'sr', undefined, 'Ravi Kumar'],
    ['12', 'enrollment', undefined, 'Asha Patel'],
    ['12', null, undefined, '12 is the enrollment number of Asha Patel and the SR number of Ravi Kumar'],
    ['12', null, 'Ravi Kumar', 'Ravi Kumar'],
    // Under a heading that does not name SR numbers, `7` may be a serial number, so the student's name must fit.
    ['7', 'sr', undefined, 'Asha Patel'],
    ['7', null, 'Asha Patel', 'Asha Patel'],
    ['7', null, undefined, 'No student has this number'],
    ['7', null, 'આશા પટેલ', 'No student has this number'],
    ['7', 'enrollment', 'Asha Patel', 'No student has this number'],
  ])('reads %s under a heading of the kind %s beside the name %s', (number, kind, name, answer) => {
    expect(found(students, number, kind, name)).toMatch(answer)
  })
})

describe('studentsByNumber, when a spreadsheet has dropped zeros', () => {
  it('finds the only student with a similar number, and asks when there are several', () => {
    const students = [student('Asha Patel', '0012'), student('Ravi Kumar', '0040', '00041')]
    expect(found(students, '12', null)).toBe('Asha Patel')
    expect(found(students, '41', 'admission')).toBe('Ravi Kumar')
    expect(found([...students, student('Diya Shah', '012')], '12', null)).toMatch(
      'This looks like 0012 of Asha Patel or 012 of Diya Shah',
    )
  })

  it('prefers no other kind of number to a similar one of the heading’s kind', () => {
    const students = [student('Asha Patel', '0012'), student('Ravi Kumar', '40', '12')]
    expect(found(students, '12', 'enrollment')).toBe(
      '12 is like 0012, the enrollment number of Asha Patel and the admission number of Ravi Kumar. Add the student’s name, or the other number',
    )
    expect(found(students, '12', 'enrollment', 'Asha Patel')).toBe('Asha Patel')
    expect(found(students, '12', 'admission')).toBe('Ravi Kumar')
    expect(found([student('Asha Patel', '0012'), student('Diya Shah', '9', null, '12')], '12', null)).toMatch(
      '12 is like 0012, the enrollment number of Asha Patel and the SR number of Diya Shah',
    )
  })

  it('asks for the name where a row gives rights to a child', () => {
    const find = studentsByNumber([student('Asha Patel', '0012')], { asksForName: true })
    expect(find({ number: '12', kind: null, name: undefined })).toMatchObject({ student: null, trouble: 'similar' })
    expect(find({ number: '12', kind: null, name: 'Asha Patel' })).toMatchObject({ student: { name: 'Asha Patel' } })
  })
})
