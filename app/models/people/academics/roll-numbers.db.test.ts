import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { entriesOf } from '../../../../tests/factories/audit'
import { enrollmentIn, makePromotable } from '../../../../tests/factories/promotions'
import { readRows } from '../../../../tests/factories/read'
import { listSectionRoll, registerMark, renumberSection } from './roll-numbers.server'

type House = Awaited<ReturnType<typeof makePromotable>>

async function asked(house: House, numbers: Array<[{ enrollment: { publicId: string } }, number | null]>) {
  const register = await listSectionRoll(house.school.scope, { sessionId: house.from.id, sectionId: house.sixA.id })
  return {
    session: house.from.publicId,
    section: house.sixA.publicId,
    seen: registerMark(register),
    numbers: new Map(numbers.map(([one, number]) => [one.enrollment.publicId, number])),
  }
}

it('swaps the roll numbers of two students', async () => {
  const house = await makePromotable()
  const a = await house.student({ rollNumber: 1 })
  const b = await house.student({ rollNumber: 2 })
  const c = await house.student()
  const input = await asked(house, [
    [a, 2],
    [b, 1],
    [c, null],
  ])
  expect(await renumberSection(house.school.scope, input)).toEqual({ ok: true, value: { changed: 2 } })
  expect(await entriesOf(house.school, 'enrollments.renumbered')).toMatchObject([
    { kind: 'section', id: house.sixA.id },
  ])
  expect((await enrollmentIn(a.student, house.from))?.rollNumber).toBe(2)
  expect((await enrollmentIn(b.student, house.from))?.rollNumber).toBe(1)
  // Renumbering must not count as a change that prevents undoing a promotion.
  const later = await readRows('SELECT id FROM enrollments WHERE id IN (:ids) AND updated_at > created_at', {
    ids: [a.enrollment.id, b.enrollment.id],
  })
  expect(later).toEqual([])
  expect(await renumberSection((await makePromotable()).school.scope, input)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

it('keeps the roll number of a student who left, and refuses duplicate roll numbers', async () => {
  const house = await makePromotable()
  const gone = await house.student({ rollNumber: 1 })
  const a = await house.student()
  const b = await house.student()
  await execute(`UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id`, {
    id: gone.enrollment.id,
  })
  const taken = { ok: false, reason: 'number-taken' }
  const { scope } = house.school
  expect(
    await renumberSection(
      scope,
      await asked(house, [
        [a, 1],
        [b, 2],
      ]),
    ),
  ).toEqual(taken)
  expect(
    await renumberSection(
      scope,
      await asked(house, [
        [a, 2],
        [b, 2],
      ]),
    ),
  ).toEqual(taken)
  expect(
    await renumberSection(
      scope,
      await asked(house, [
        [a, 2],
        [b, 3],
        [gone, 4],
      ]),
    ),
  ).toEqual({ ok: false, reason: 'changed' })
  expect((await enrollmentIn(gone.student, house.from))?.rollNumber).toBe(1)
})

it('accepts the roll numbers of one of two concurrent clerks, and returns a conflict to the other', async () => {
  const house = await makePromotable()
  const a = await house.student()
  const b = await house.student()
  const one = await asked(house, [
    [a, 1],
    [b, 2],
  ])
  const other = await asked(house, [
    [a, 2],
    [b, 1],
  ])
  const outcomes = await Promise.all([one, other].map((input) => renumberSection(house.school.scope, input)))
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: 'changed' }])
})
