import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { makeFee } from '../../../../tests/factories/fees'
import { linkGuardian, makeGuardian } from '../../../../tests/factories/guardians'
import { unique } from '../../../../tests/factories/insert'
import { randomOf } from '../../../../tests/factories/random'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { seed } from '../../../../tests/setup/rotation'
import { assignFee } from './assign-fee.server'
import { concessionsOf } from './concession-queries.server'
import { giveConcession, giveConcessionStep } from './concessions.server'
import { applySiblings, planSiblings } from './sibling-concessions.server'
import type { siblingForm } from './sibling-fields'
import { feeNamesOfSession, findSiblingRule, saveSiblingRule } from './sibling-rule.server'

type Rule = ValuesOf<typeof siblingForm>

const usual: Rule = {
  isOn: true,
  secondPercent: 10_00,
  thirdPercent: 25_00,
  furtherPercent: null,
  orderBy: 'birth',
  families: 'mobile',
  fee: null,
}

async function house(numbers: readonly string[]) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass)
  const students: MadeStudent[] = []
  for (const [index, mobileNumber] of numbers.entries()) {
    const dateOfBirth = `2012-05-${String(index + 1).padStart(2, '0')}`
    const student = await makeStudent(school, { mobileNumber, dateOfBirth })
    await makeEnrollment(student, { session, class: ofClass, section })
    students.push(student)
  }
  const made = { session, class: ofClass }
  const tuition = await makeFee(school, {
    ...made,
    name: 'Tuition',
    heads: [{ kind: 'tuition' as const, name: 'Tuition', amountPaise: 300_03 }],
    instalments: [1, 2, 3].map((month) => ({ title: `T${month}`, dueOn: `2026-0${month}-10`, amountPaise: 100_01 })),
  })
  const lab = await makeFee(school, {
    ...made,
    name: 'Laboratory',
    heads: [{ kind: 'other' as const, name: 'Laboratory', amountPaise: 99_99 }],
    instalments: [{ title: 'Year', dueOn: '2026-06-10', amountPaise: 99_99 }],
  })
  for (const { publicId } of [tuition, lab]) await assignFee(school.scope, publicId)
  const set = async (more: Partial<Rule> = {}) => {
    const saved = await saveSiblingRule(school.scope, (await findSiblingRule(school.scope)).version, {
      ...usual,
      ...more,
    })
    if (!saved.ok) throw new Error(saved.reason)
  }
  const apply = async () => {
    const plan = await planSiblings(school.scope)
    const outcome = await applySiblings(school.scope, { formKey: unique(), fingerprint: plan.fingerprint })
    if (!outcome.ok) throw new Error(outcome.reason)
    return { plan, done: outcome.value }
  }
  return { school, scope: school.scope, session, students, tuition, lab, set, apply }
}

const leave = (student: { id: number } | undefined) =>
  execute("UPDATE enrollments SET status = 'left', left_on = '2026-09-01' WHERE student_id = :id", {
    id: student?.id ?? 0,
  })

type DueRow = {
  id: number
  publicId: string
  studentId: number
  feeId: number
  amount: number
  off: number
  paid: number
}
const readDues = (schoolId: number) =>
  readRows<DueRow>(
    `SELECT d.id, d.public_id AS publicId, d.student_id AS studentId, i.fee_id AS feeId, d.amount_paise AS amount,
       d.concession_paise AS off, d.paid_paise AS paid
     FROM dues d JOIN fee_instalments i ON i.id = d.source_id WHERE d.school_id = :schoolId ORDER BY d.id`,
    { schoolId },
  )
const off = async (of: { school: { id: number } }, student: { id: number } | undefined) =>
  (await readDues(of.school.id)).reduce((sum, due) => sum + (due.studentId === student?.id ? due.off : 0), 0)

it('gives second and third children their concession as previewed, only once when two clerks apply it', async () => {
  const of = await house(['9825000001', '9825000001', '9825000001', '9825000002'])
  expect((await planSiblings(of.scope)).changes).toEqual([])
  await of.set()
  const plan = await planSiblings(of.scope)
  expect(plan.changes.map(({ nth, act, after, offPaise }) => [nth, act, after, offPaise])).toEqual([
    [2, 'give', 10_00, 30_00 + 10_00],
    [3, 'give', 25_00, 75_01 + 25_00],
  ])
  const { fingerprint } = plan
  expect(await applySiblings(of.scope, { formKey: unique(), fingerprint: 'another' })).toEqual({
    ok: false,
    reason: 'changed',
  })
  const key = unique()
  const both = await Promise.all(
    [key, key, unique()].map((formKey) => applySiblings(of.scope, { formKey, fingerprint })),
  )
  expect(both.reduce((sum, outcome) => sum + (outcome.ok ? outcome.value.given : 0), 0)).toBe(2)
  expect(await off(of, of.students[1])).toBe(40_00)
  expect(await off(of, of.students[2])).toBe(100_01)
  expect(await concessionsOf(of.scope, of.students[1]?.publicId ?? '')).toMatchObject([
    { kind: 'sibling', isByRule: true, reason: 'By the sibling rule: 2nd of 3 children in the school' },
  ])
  expect((await planSiblings(of.scope)).changes).toEqual([])
  expect((await planSiblings((await makeSchool()).scope)).changes).toEqual([])
  const audited = await readRows<{ action: string }>(
    "SELECT action FROM audit_entries WHERE school_id = :id AND action LIKE 'sibling%' ORDER BY id",
    { id: of.school.id },
  )
  expect(audited.map(({ action }) => action).filter((action) => action === 'sibling-rule.saved')).toHaveLength(1)
  expect(audited.map(({ action }) => action)).toContain('sibling-rule.applied')
})

it('moves siblings up in the order when a child leaves; paid dues and the leaver keep their concession', async () => {
  const of = await house(['9825000001', '9825000001', '9825000001'])
  await of.set()
  await of.apply()
  const [first, second, third] = of.students
  const [due] = (await readDues(of.school.id)).filter(({ studentId }) => studentId === third?.id)
  const paid = await recordOfflinePayment(of.scope, {
    dueIds: [due?.publicId ?? ''],
    method: 'cash',
    amountPaise: (due?.amount ?? 0) - (due?.off ?? 0),
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: unique(),
  })
  expect(paid.ok).toBe(true)
  await leave(first)
  const { plan, done } = await of.apply()
  expect(plan.changes.map(({ act, before, after }) => [act, before, after])).toEqual([
    ['end', 10_00, null],
    ['change', 25_00, 10_00],
  ])
  expect(done).toMatchObject({ given: 0, changed: 1, ended: 1, left: [] })
  expect(await off(of, second)).toBe(0)
  // The paid instalment keeps its 25 %; 10 % is taken off the other two and the laboratory fee.
  expect(await off(of, third)).toBe((due?.off ?? 0) + 10_00 + 10_00 + 10_00)
  await leave(third)
  expect((await planSiblings(of.scope)).changes).toEqual([])
})

it('skips RTE children and sibling concessions by hand, and reports a concession above the fee', async () => {
  const of = await house(['9825000001', '9825000001', '9825000001', '9825000001'])
  const [, second, third, fourth] = of.students
  await execute('UPDATE students SET rte = 1 WHERE id = :id', { id: third?.id ?? 0 })
  const hand = { academicSession: of.session.publicId, fee: null, amountPaise: null, reason: 'By hand' }
  const give = (student: MadeStudent | undefined, kind: 'sibling' | 'merit', percentHundredths: number) =>
    giveConcession(of.scope, student?.publicId ?? '', { ...hand, kind, percentHundredths, formKey: unique() })
  await give(second, 'sibling', 15_00)
  await give(fourth, 'merit', 60_00)
  const names = await feeNamesOfSession(of.scope)
  expect(names.map(({ name }) => name)).toEqual(['Laboratory', 'Tuition'])
  await of.set({ furtherPercent: 50_00, fee: names[1]?.publicId ?? '' })
  expect(await findSiblingRule(of.scope)).toMatchObject({ feeName: 'Tuition', fee: names[1]?.publicId })
  const { plan, done } = await of.apply()
  expect(plan).toMatchObject({ byHand: 1, changes: [{ nth: 4, obstacle: 'too-much' }] })
  expect(done).toMatchObject({ given: 0, left: [] })
  await of.set({ furtherPercent: 40_00, fee: names[1]?.publicId ?? '' })
  const merit = await off(of, fourth)
  // 40 % of the fee is ₹120.01, but only ₹40.00 of each instalment can still be taken off.
  expect((await of.apply()).plan.changes).toMatchObject([{ nth: 4, act: 'give', offPaise: 120_00, obstacle: null }])
  expect((await off(of, fourth)) - merit).toBe(120_00)
  expect(await saveSiblingRule(of.scope, 0, usual)).toEqual({ ok: false, reason: 'changed' })
  const { version } = await findSiblingRule(of.scope)
  expect(await saveSiblingRule(of.scope, version, { ...usual, fee: 'zzzzzzzzzzzz' })).toEqual({
    ok: false,
    reason: 'no-such-fee',
  })
})

it('gives no sibling concession to a child who gets one by hand at the same moment, and names the child', async () => {
  const of = await house(['9825000001', '9825000001', '9825000001'])
  await of.set()
  const [, second, third] = of.students
  if (!second || !third) throw new Error('three students')
  const { fingerprint } = await planSiblings(of.scope)
  const given = (student: MadeStudent) => concessionsOf(of.scope, student.publicId)
  const steps = { held: () => {}, go: () => {} }
  const held = new Promise<void>((resolve) => {
    steps.held = resolve
  })
  const go = new Promise<void>((resolve) => {
    steps.go = resolve
  })
  // Another clerk, who gives a concession by hand, locks the third child's ledger while the rule processes the second
  // child, and finishes before the rule reaches the third.
  const byHand = inTransaction(async () => {
    await lockLedger(of.scope, third.id)
    steps.held()
    await go
    return giveConcessionStep(of.scope, third.publicId, {
      academicSession: of.session.publicId,
      fee: null,
      amountPaise: null,
      reason: 'By hand',
      formKey: unique(),
      kind: 'sibling',
      percentHundredths: 15_00,
    })
  })
  await held
  const applied = applySiblings(of.scope, { formKey: unique(), fingerprint })
  await expect.poll(() => given(second)).toHaveLength(1)
  steps.go()
  expect(await byHand).toMatchObject({ ok: true })
  expect(await applied).toMatchObject({ ok: true, value: { given: 1, left: [`${third.firstName} ${third.lastName}`] } })
  expect(await given(third)).toMatchObject([{ isByRule: false, percentHundredths: 15_00 }])
  expect((await planSiblings(of.scope)).changes).toEqual([])
})

it('ignores a shared grandparent, and treats children with a shared father or mother as a family', async () => {
  const of = await house(['9825000001', '9825000002', '9825000003'])
  const [grandfather, father] = [await makeGuardian(of.school), await makeGuardian(of.school)]
  const [one, two, three] = of.students
  if (!one || !two || !three) throw new Error('three students')
  for (const student of of.students) await linkGuardian(grandfather, student, { relation: 'grandparent' })
  await of.set({ families: 'guardians' })
  expect((await planSiblings(of.scope)).changes).toEqual([])
  await linkGuardian(father, one)
  await linkGuardian(father, three)
  expect((await planSiblings(of.scope)).changes).toMatchObject([{ child: { publicId: three.publicId }, nth: 2, of: 2 }])
})

it('gives random families the same concessions as a simple recalculation when children join, leave or pay and the rule changes', async () => {
  const { below: draw } = randomOf(seed)
  const steps = 200
  const of = await house(Array.from({ length: 14 }, (_, index) => `98250000${String(index % 6).padStart(2, '0')}`))
  /** Independent calculation: the amount that the rule took off each due. */
  const books = new Map<number, number>()
  let now: Rule & { feeId: number | null } = { ...usual, feeId: null }
  await of.set()
  const studying = new Set(of.students.map(({ id }) => id))
  const number = new Map(of.students.map(({ id, mobileNumber }) => [id, mobileNumber]))
  const given = new Map<number, string>()
  for (let step = 0; step < steps; step++) {
    const student = of.students[draw(of.students.length)]
    if (!student) throw new Error('no student')
    const act = draw(6)
    if (act < 3) {
      if (studying.delete(student.id)) await leave(student)
      else {
        studying.add(student.id)
        await execute("UPDATE enrollments SET status = 'studying', left_on = NULL WHERE student_id = :id", {
          id: student.id,
        })
      }
    } else if (act === 3) {
      number.set(student.id, `98250000${String(draw(6)).padStart(2, '0')}`)
      await execute('UPDATE students SET mobile_number = :number WHERE id = :id', {
        number: number.get(student.id) ?? '',
        id: student.id,
      })
    } else if (act === 4) {
      const pick = () => [null, 1 + draw(40_00), 1 + draw(99_99)][draw(3)] ?? null
      const one = [null, of.tuition, of.lab][draw(3)] ?? null
      now = {
        ...usual,
        secondPercent: pick(),
        thirdPercent: pick(),
        fee: one?.publicId ?? null,
        feeId: one?.id ?? null,
      }
      await of.set({ secondPercent: now.secondPercent, thirdPercent: now.thirdPercent, fee: now.fee })
    } else if (step % 4 === 0) {
      const [due] = (await readDues(of.school.id)).filter(
        (row) => row.studentId === student.id && row.paid === 0 && row.amount > row.off,
      )
      if (due) {
        const paid = await recordOfflinePayment(of.scope, {
          dueIds: [due.publicId],
          method: 'cash',
          amountPaise: due.amount - due.off,
          reference: null,
          remarks: null,
          paidOn: todayInIndia(new Date()),
          formKey: unique(),
        })
        if (!paid.ok) throw new Error(paid.reason)
      }
    }
    const before = await readDues(of.school.id)
    const { plan, done } = await of.apply()
    const after = await readDues(of.school.id)
    // The preview matches the result.
    const moved = after.reduce((sum, due, index) => sum + due.off - (before[index]?.off ?? 0), 0)
    const shown = plan.changes.reduce((sum, { offPaise, againPaise }) => sum + offPaise - againPaise, 0)
    expect([moved, done.offPaise - done.againPaise], `seed ${seed}, step ${step}`).toEqual([shown, shown])
    // Independent calculation: families by mobile number, in order of birth.
    for (const mobileNumber of new Set(number.values())) {
      const family = of.students.filter(({ id }) => studying.has(id) && number.get(id) === mobileNumber)
      for (const [index, { id }] of family.entries()) {
        const percent = [null, now.secondPercent, now.thirdPercent][index] ?? null
        const wanted = percent === null ? 'none' : `${percent} of ${now.feeId}`
        // The child's concession already matches the rule.
        if ((given.get(id) ?? 'none') === wanted) continue
        given.set(id, wanted)
        for (const feeId of [of.tuition.id, of.lab.id]) {
          const own = before.filter((due) => due.studentId === id && due.feeId === feeId)
          const total = own.reduce((sum, due) => sum + due.amount, 0)
          const counts = percent !== null && (now.feeId === null || now.feeId === feeId)
          const whole = counts ? Math.floor((total * percent * 2 + 10_000) / 20_000) : 0
          // Equal instalments: the odd paise go to the first ones.
          for (const [nth, due] of own.entries()) {
            if (due.paid > 0) continue
            const least = Math.floor(whole / own.length)
            books.set(due.id, least + (nth < whole - least * own.length ? 1 : 0))
          }
        }
      }
    }
    const wrong = after.filter((due) => due.off !== (books.get(due.id) ?? 0))
    expect(wrong, `seed ${seed}, step ${step}`).toEqual([])
  }
})
