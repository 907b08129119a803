import { expect, it } from 'vitest'
import { fineRuleText } from '~/models/money/ledger/fine-rules'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { dailyFine } from '../../../../tests/factories/fee-rules'
import { makeFee } from '../../../../tests/factories/fees'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { classesForFee, copyFee } from './copy-fee.server'
import { setFineRule } from './fees.server'
import { findFeePlan, listFees } from './queries.server'

async function house() {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2027 })
  const next = await makeAcademicSession(school, { startYear: 2029 })
  const classes = [await makeClass(school), await makeClass(school)] as const
  const fee = await makeFee(school, {
    session,
    class: classes[0],
    instalments: [{ title: 'All', dueOn: '2028-02-29', amountPaise: 50_000_00 }],
  })
  return { school, scope: school.scope, session, next, classes, fee }
}

const input = { search: '', sort: 'class', descending: false, page: 1 } as const

it('copies a fee to classes of a later session without assigning it, and skips classes that already have it', async () => {
  const { scope, fee, next, classes } = await house()
  await setFineRule(scope, fee.publicId, 1, dailyFine)
  const copy = {
    name: fee.name,
    academicSession: next.publicId,
    classes: classes.map((one) => one.publicId),
    isAssigned: false,
  }
  const first = { ...copy, classes: [classes[0].publicId] }
  const taken = async () =>
    (await classesForFee(scope, { name: fee.name, session: next.publicId })).map(({ publicId, isTaken }) => [
      publicId,
      isTaken,
    ])
  expect(await taken()).toEqual(copy.classes.map((id) => [id, false]))
  expect(await copyFee(scope, fee.publicId, first)).toEqual({ ok: true, value: { made: 1, raised: 0, passedOver: [] } })
  expect(await taken()).toEqual(copy.classes.map((id, index) => [id, index === 0]))
  expect(await copyFee(scope, fee.publicId, copy)).toEqual({
    ok: true,
    value: { made: 1, raised: 0, passedOver: [classes[0].name] },
  })
  expect(await copyFee(scope, fee.publicId, copy)).toEqual({ ok: false, reason: 'nothing-new' })
  const filters = { session: next.publicId, class: '', assigned: 'nobody' }
  const made = await listFees(scope, { ...input, filters })
  expect(made.rows).toMatchObject([{ totalPaise: 50_000_00, instalments: 1, isAssigned: false }, { students: 0 }])
  const plan = await findFeePlan(scope, made.rows[0]?.publicId ?? '')
  expect(plan?.instalments).toMatchObject([{ title: 'All', dueOn: '2030-02-28' }])
  expect(plan?.heads).toHaveLength(2)
  expect(plan?.fineRule).toBe(fineRuleText(dailyFine))
})

it('assigns the copies to the students of every chosen class, except RTE students, and only once', async () => {
  const { school, scope, fee, session, next, classes } = await house()
  for (const ofClass of classes) {
    const section = await makeSection(ofClass)
    for (const [of, rte] of [
      [session, false],
      [next, false],
      [next, true],
    ] as const)
      await makeEnrollment(await makeStudent(school, { rte }), { session: of, class: ofClass, section })
  }
  const wanted = {
    name: fee.name,
    academicSession: next.publicId,
    classes: classes.map((one) => one.publicId),
    isAssigned: true,
  }
  const both = await Promise.all([copyFee(scope, fee.publicId, wanted), copyFee(scope, fee.publicId, wanted)])
  expect(both.filter((one) => one.ok)).toEqual([{ ok: true, value: { made: 2, raised: 2, passedOver: [] } }])
  expect(await copyFee(scope, fee.publicId, wanted)).toEqual({ ok: false, reason: 'nothing-new' })
  const owed = await readRows(
    'SELECT COUNT(*) AS dues, CAST(SUM(amount_paise) AS SIGNED) AS paise FROM dues WHERE school_id = :id',
    { id: school.id },
  )
  expect(owed).toEqual([{ dues: 2, paise: 100_000_00 }])
  const audited = await readRows(
    `SELECT action, COUNT(*) AS times FROM audit_entries WHERE school_id = :id AND action LIKE 'fee.%' GROUP BY action ORDER BY action`,
    { id: school.id },
  )
  expect(audited).toEqual([
    { action: 'fee.assigned', times: 2 },
    { action: 'fee.copied', times: 1 },
  ])
})

it('creates one fee when the same copy is requested ten times concurrently', async () => {
  const { scope, fee, next, classes } = await house()
  const copy = { name: 'Next', academicSession: next.publicId, classes: [classes[1].publicId], isAssigned: true }
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => copyFee(scope, fee.publicId, copy)))
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  const filters = { session: next.publicId, class: '', assigned: '' }
  expect((await listFees(scope, { ...input, filters })).total).toBe(1)
})

it('refuses to copy a fee from or to another school', async () => {
  const own = await house()
  const other = await house()
  const copy = {
    name: 'Next',
    academicSession: own.next.publicId,
    classes: [own.classes[1].publicId],
    isAssigned: true,
  }
  expect(await copyFee(other.scope, own.fee.publicId, copy)).toEqual({ ok: false, reason: 'not-found' })
  expect(await copyFee(own.scope, own.fee.publicId, { ...copy, academicSession: other.next.publicId })).toEqual({
    ok: false,
    reason: 'no-such-session',
  })
  const theirs = { ...copy, classes: [other.classes[1].publicId] }
  expect(await copyFee(own.scope, own.fee.publicId, theirs)).toEqual({ ok: false, reason: 'no-such-class' })
})
