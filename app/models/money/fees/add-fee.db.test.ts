import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { feeVersion, makeFee } from '../../../../tests/factories/fees'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { addFeeToStudents, assignFee, assignFeeToStudents, listFeeCandidates } from './assign-fee.server'
import { findFeePlan, listFeesOfStudents } from './queries.server'

/**
 * School with a fee that Asha owes; Bela and Chitra can be added; Rte (RTE Act), Idle (inactive) and Out (not in the
 * class) cannot.
 */
async function house() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass)
  const student = async (firstName: string, more: { rte?: boolean } = {}) => {
    const made = await makeStudent(school, { firstName, lastName: 'Shah', ...more })
    if (firstName !== 'Out') await makeEnrollment(made, { session, class: ofClass, section })
    return made
  }
  const [asha, bela, chitra, out] = [
    await student('Asha'),
    await student('Bela'),
    await student('Chitra'),
    await student('Out'),
  ]
  const [rte, idle] = [await student('Rte', { rte: true }), await student('Idle')]
  await execute(`UPDATE students SET status = 'inactive' WHERE id = :id`, { id: idle.id })
  const fee = await makeFee(school, { session, class: ofClass, name: 'Picnic' })
  await assignFeeToStudents(school.scope, fee.publicId, 1, [asha.publicId])
  expect(await entriesOf(school, 'fee.assigned-to-students')).toMatchObject([
    { kind: 'fee', id: fee.id, details: { students: 1 } },
  ])
  const all = [asha, bela, chitra, out, rte, idle].map((one) => one.publicId)
  return { school, session, fee, asha, bela, chitra, out, all }
}

const owersOf = async (schoolId: number) =>
  readRows<{ name: string; dues: number }>(
    `SELECT s.first_name AS name, COUNT(*) AS dues FROM dues d JOIN students s ON s.id = d.student_id
     WHERE d.school_id = :schoolId GROUP BY s.id ORDER BY s.first_name`,
    { schoolId },
  )

it('adds a fee once to the chosen students who may have it, and does not withdraw it from others', async () => {
  const { school, fee, asha, bela, chitra, all } = await house()
  const { scope } = school
  const version = await feeVersion(scope, fee.publicId)
  const plan = await findFeePlan(scope, fee.publicId)
  if (!plan) throw new Error('no fee')
  const foreseen = await listFeeCandidates(scope, plan, all)
  expect(foreseen.map((one) => [one.name, one.state, one.state === 'gets' && one.missingPaise])).toEqual([
    ['Asha Shah', 'has', false],
    ['Bela Shah', 'gets', 50_000_00],
    ['Chitra Shah', 'gets', 50_000_00],
    ['Idle Shah', 'not-active', false],
    ['Out Shah', 'elsewhere', false],
    ['Rte Shah', 'rte', false],
  ])
  // Asha is not in the list and keeps the fee.
  const without = all.filter((id) => id !== asha.publicId && id !== chitra.publicId)
  const twice = await Promise.all([1, 2].map(() => addFeeToStudents(scope, fee.publicId, version, without)))
  expect(twice.map((one) => one.ok && one.value).sort((a, b) => (a && b ? a.raised - b.raised : 0))).toEqual([
    { raised: 0, got: 0, had: 1, cannot: 3 },
    { raised: 2, got: 1, had: 0, cannot: 3 },
  ])
  expect(await owersOf(school.id)).toEqual([
    { name: 'Asha', dues: 2 },
    { name: 'Bela', dues: 2 },
  ])
  // The page was loaded with an earlier version of the fee.
  expect(await addFeeToStudents(scope, fee.publicId, version, all)).toEqual({ ok: false, reason: 'changed' })
  // Bela lacks only one instalment.
  await execute('DELETE FROM dues WHERE student_id = :id AND source_id = :source', {
    id: bela.id,
    source: fee.instalmentIds[0] ?? 0,
  })
  const now = await feeVersion(scope, fee.publicId)
  expect(await addFeeToStudents(scope, fee.publicId, now, all)).toEqual({
    ok: true,
    value: { raised: 3, got: 2, had: 1, cannot: 3 },
  })
  expect((await findFeePlan(scope, fee.publicId))?.isAssigned).toBe(false)
  const log = await readRows<{ details: string }>(
    `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'fee.added-to-students' ORDER BY id`,
    { id: school.id },
  )
  expect(log.map((row) => JSON.parse(row.details))).toEqual([
    { name: 'Picnic', students: 1, dues: 2 },
    { name: 'Picnic', students: 2, dues: 3 },
  ])
})

it('keeps a fee assigned to the whole class when it is added to chosen students', async () => {
  const { school, fee, bela, chitra, all } = await house()
  const { scope } = school
  await assignFee(scope, fee.publicId)
  await execute('DELETE FROM dues WHERE student_id = :id', { id: bela.id })
  const version = await feeVersion(scope, fee.publicId)
  expect(await addFeeToStudents(scope, fee.publicId, version, [bela.publicId, chitra.publicId])).toMatchObject({
    ok: true,
    value: { got: 1, had: 1, cannot: 0 },
  })
  expect((await findFeePlan(scope, fee.publicId))?.isAssigned).toBe(true)
  expect(await addFeeToStudents(scope, fee.publicId, version, [])).toMatchObject({ ok: true, value: { got: 0 } })
  expect(await listFeesOfStudents(scope, all, todayInIndia(new Date()))).toEqual([
    expect.objectContaining({ publicId: fee.publicId, className: 'Class 6', totalPaise: 50_000_00 }),
  ])
})

it('keeps fees and students of two schools apart, and offers no fee of a past session', async () => {
  const [own, theirs] = [await house(), await house()]
  const { scope } = own.school
  const version = await feeVersion(scope, own.fee.publicId)
  const mixed = [own.bela.publicId, theirs.bela.publicId]
  expect(await addFeeToStudents(scope, own.fee.publicId, version, mixed)).toEqual({
    ok: false,
    reason: 'no-such-student',
  })
  expect(await addFeeToStudents(scope, theirs.fee.publicId, version, [own.bela.publicId])).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await owersOf(own.school.id)).toEqual([{ name: 'Asha', dues: 2 }])
  const today = todayInIndia(new Date())
  expect(await listFeesOfStudents(scope, [own.out.publicId, theirs.bela.publicId], today)).toEqual([])
  const after = addDays(own.session.endsOn, 1)
  expect(await listFeesOfStudents(scope, own.all, own.session.endsOn)).toHaveLength(1)
  expect(await listFeesOfStudents(scope, own.all, after)).toEqual([])
})
