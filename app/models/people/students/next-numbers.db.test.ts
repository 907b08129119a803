import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { suggestNumbers } from './next-numbers.server'

type Numbers = [enrollment: string, admission: string | null, closed?: string]

it.each<[string, Numbers[], { enrollment: string; admission: string | null }]>([
  ['no students', [], { enrollment: '1001', admission: null }],
  [
    'a file whose last rows have low numbers',
    [
      ['2465', null],
      ['2429', null],
    ],
    { enrollment: '2466', admission: null },
  ],
  [
    'one number for each student, some of them without an admission number',
    [
      ['2465', '2465'],
      ['2466', null],
    ],
    { enrollment: '2467', admission: '2467' },
  ],
  [
    'two separate series',
    [
      ['1001', '55'],
      ['1002', '54'],
      ['1003', null],
    ],
    { enrollment: '1004', admission: '56' },
  ],
  [
    'a student who returned under a new number',
    [
      ['12', '12'],
      ['9', '13', '9'],
    ],
    { enrollment: '14', admission: '14' },
  ],
])('suggests the next numbers after %s', async (_words, students, suggested) => {
  const school = await makeSchool()
  for (const [enrollment, admission, closed] of students) {
    const { id } = await makeStudent(school)
    const values = { school: school.id, id, enrollment, admission, closed: closed ?? null }
    await execute('UPDATE students SET enrollment_number = :enrollment WHERE id = :id', values)
    if (admission !== null)
      await execute(
        `INSERT INTO academic_infos (student_id, school_id, admission_number, updated_at)
         VALUES (:id, :school, :admission, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE admission_number = :admission`,
        values,
      )
    if (closed !== undefined)
      await execute(
        `INSERT INTO register_periods (school_id, student_id, admission_number, is_own_entry, left_on, returned_on, created_at)
         VALUES (:school, :id, :closed, 1, '2026-01-01', '2026-06-01', UTC_TIMESTAMP(3))`,
        values,
      )
  }
  expect(await suggestNumbers(school.scope)).toEqual(suggested)
})
