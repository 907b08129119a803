import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { findStudentNotice, listStudentNotices } from '~/models/contact/notices/student-notices.server'
import { addDays } from '~/models/core/shared/calendar'
import { visitorScope } from '~/models/core/shared/scope.server'
import { findPeople } from '~/models/entry/breaches/people.server'
import { listDue } from '~/models/entry/retention/due.server'
import { applyForLeave } from '~/models/learning/attendance/leave-applications.server'
import { leaveDaysBack } from '~/models/learning/attendance/options'
import { issueFeeCertificate } from '~/models/learning/certificates/fee-certificates.server'
import { markHeads } from '~/models/learning/certificates/tuition-heads.server'
import { readTuition } from '~/models/money/ledger/books/tuition.server'
import { cashInHand } from '~/models/money/ledger/counter/cash-closings.server'
import { listOverdueDues, overdueByAge } from '~/models/money/ledger/counter/defaulters.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { idleMinutes, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { blockGuardians, findOwnGuardians } from '~/models/people/guardians/shut-out.server'
import { makeAcademicSession, makeEnrollment } from '../factories/academics'
import { makeAdmission } from '../factories/admissions'
import { makeBreach } from '../factories/breaches'
import { makeKinds } from '../factories/certificates'
import { atMoment, daysAround, edgesOf, hardDays, inIndia } from '../factories/days'
import { linkGuardian, makeGuardian } from '../factories/guardians'
import { type MadeDue, makeDue } from '../factories/ledger'
import { makeNotice } from '../factories/notices'
import { makeFormerStudent } from '../factories/retention'
import { makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

/* Rules with a limit in days, tested on the limit itself, one day or one millisecond before it, and one after. */

type Office = Awaited<ReturnType<typeof makeStaff>>

/** Records a payment of a due at the office, by default in full. */
async function take(
  office: Office,
  due: MadeDue,
  facts: { paidOn: string; method?: 'cash' | 'cheque'; paise?: number; balancePaise?: number },
) {
  const { paidOn, method = 'cash', paise = due.owedPaise, balancePaise = due.owedPaise } = facts
  const taken = await recordOfflinePayment(office.scope, {
    dueIds: [due.publicId],
    amountPaise: balancePaise,
    parts: new Map([[due.publicId, paise]]),
    method,
    reference: '4711',
    remarks: null,
    paidOn,
    meansEarlyDay: true,
    repeatsReference: true,
    formKey: newFormKey(),
  })
  if (!taken.ok) throw new Error(taken.reason)
}

const hundred = { amountPaise: 100_00 }

const asked = { search: '', sort: 'since', descending: false, page: 1 } as const

describe('retention', () => {
  // Days three years or one year earlier are written out, because a test that computed them with the product's code
  // would always pass.
  it.each([
    ['2027-03-31', '2024-03-31'],
    ['2027-04-01', '2024-04-01'],
    ['2028-02-29', '2025-02-28'],
    ['2027-02-28', '2024-02-28'],
    ['2028-03-01', '2025-03-01'],
  ])('on %s lists for removal the contact details of students who left on or before %s', async (today, limit) => {
    const school = await makeSchool()
    const left = new Map<string | null, string>()
    for (const [label, day] of daysAround(limit)) left.set((await makeFormerStudent(school, day)).publicId, label)
    for (const moment of [edgesOf(today).first, edgesOf(today).last]) {
      const { rows } = await atMoment(moment, () => listDue(school.scope, { ...asked, filters: { class: 'contact' } }))
      expect(rows.map(({ publicId }) => left.get(publicId))).toEqual(['the day before', 'the day itself'])
    }
  })

  it.each([
    ['2027-04-01', '2026-04-01'],
    ['2028-02-29', '2027-02-28'],
  ])('on %s lists for removal the admissions rejected by the end of %s in IST', async (today, limit) => {
    const school = await makeSchool()
    const { first, last, after } = edgesOf(limit)
    const names = ['First moment', 'Last moment', 'Next day']
    for (const [index, decidedAt] of [first, last, after].entries()) {
      const { id } = await makeAdmission(school, { state: 'rejected', firstName: names[index], lastName: '.' })
      await execute('UPDATE admissions SET decided_at = :decidedAt WHERE id = :id', { id, decidedAt })
    }
    const { rows } = await atMoment(edgesOf(today).first, () =>
      listDue(school.scope, { ...asked, filters: { class: 'admissions' } }),
    )
    expect(rows.map(({ name, since }) => [name, since])).toEqual([
      ['First moment .', limit],
      ['Last moment .', limit],
    ])
  })
})

describe('coming of age', () => {
  it.each([
    ['2009-03-31', '2027-03-31'],
    ['2009-12-31', '2027-12-31'],
    ['2008-02-29', '2026-03-01'],
  ])('lets a student born on %s exclude a guardian from midnight at the start of %s', async (dateOfBirth, birthday) => {
    const school = await makeSchool()
    const student = await makeStudent(school, { dateOfBirth })
    await linkGuardian(await makeGuardian(school), student)
    const { before, first } = edgesOf(birthday)
    const id = (await findOwnGuardians(student.scope)).guardians[0]?.publicId ?? ''
    for (const [moment, answer] of [
      [before, { ok: false, reason: 'not-adult' }],
      [first, { ok: true, value: { changed: 1 } }],
    ] as const) {
      expect((await atMoment(moment, () => findOwnGuardians(student.scope))).isAdult).toBe(answer.ok)
      expect(await atMoment(moment, () => blockGuardians(student.scope, [id], [id]))).toEqual(answer)
    }
  })
})

describe('the first cash closing', () => {
  it.each(hardDays)('counts only the cash received on %s, from its first moment in IST', async (today) => {
    const school = await makeSchool()
    const cashier = await makeStaff(school)
    const { before, first, last } = edgesOf(today)
    const takeAt = (moment: Date, paidOn: string) =>
      atMoment(moment, async () => take(cashier, await makeDue(await makeStudent(school), hundred), { paidOn }))
    await takeAt(before, addDays(today, -1))
    for (const moment of [first, inIndia(today, '02:00')]) await takeAt(moment, today)
    expect(await atMoment(last, () => cashInHand(cashier.scope))).toEqual({ openingPaise: null, cashPaise: 200_00 })
  })
})

describe('the fee certificate', () => {
  it('counts a cheque paid on 31 March in the financial year of that day, even if entered in April', async () => {
    const school = await makeSchool()
    const office = await makeStaff(school)
    const student = await makeStudent(school)
    const tuition = { amountPaise: 300_00, parts: [{ name: 'Tuition Fee', amountPaise: 300_00 }] }
    await atMoment(inIndia('2027-04-02', '11:00'), async () => {
      const due = await makeDue(student, tuition)
      for (const [paidOn, method, balancePaise] of [
        ['2027-03-31', 'cheque', 300_00],
        ['2027-04-01', 'cash', 200_00],
      ] as const)
        await take(office, due, { paidOn, method, paise: 100_00, balancePaise })
    })
    await markHeads(school.scope, ['Tuition Fee'], ['Tuition Fee'])
    expect((await readTuition(school.scope, student.id, '2026-27')).totalPaise).toBe(100_00)
    expect((await readTuition(school.scope, student.id, '2027-28')).totalPaise).toBe(100_00)
  })

  it('is issued again on 31 March, the last day of its financial year, and stays the same from then on', async () => {
    const school = await makeSchool()
    await makeKinds(school)
    const student = await makeStudent(school)
    const office = await makeStaff(school)
    await atMoment(inIndia('2027-03-20', '11:00'), async () =>
      take(office, await makeDue(student, hundred), { paidOn: '2027-03-20' }),
    )
    await markHeads(school.scope, ['Tuition Fee', 'Computer Fee'], ['Tuition Fee'])
    const ask = async (moment: Date) => {
      const issued = await atMoment(moment, () =>
        issueFeeCertificate(student.scope, { studentId: student.id, financialYear: '2026-27', language: 'en' }),
      )
      if (!issued.ok) throw new Error(issued.reason)
      return issued.value.copy
    }
    const { before, first, last, after } = edgesOf('2027-03-31')
    const [early, ofTheYear] = [await ask(before), await ask(first)]
    expect(ofTheYear).not.toBe(early)
    expect([await ask(last), await ask(after)]).toEqual([ofTheYear, ofTheYear])
  })
})

describe('an instalment', () => {
  it.each(hardDays)('due on %s is overdue from the next day on', async (dueOn) => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    await makeDue(student, { dueOn })
    const of = { publicIds: [student.publicId], session: '' }
    const overdue = daysAround(dueOn).map(([, today]) => listOverdueDues(school.scope, of, today))
    expect((await Promise.all(overdue)).map((dues) => dues.length)).toEqual([0, 0, 1])
    const since = daysAround(addDays(dueOn, 30)).map(([, today]) => overdueByAge(school.scope, today))
    const long = (await Promise.all(since)).map((ages) => ages.find(({ days }) => days === 30)?.students)
    expect(long).toEqual([0, 1, 1])
  })
})

describe('a leave', () => {
  it('includes its first and last day, and is refused outside the session or too many days in the past', async () => {
    const school = await makeSchool()
    const session = await makeAcademicSession(school, { startYear: 2027, isCurrent: true })
    const student = await makeStudent(school)
    await makeEnrollment(student, { session })
    const ask = async (starts_on: string, ends_on: string, today = starts_on) => {
      const facts = { starts_on, ends_on, reason: 'A wedding', form_key: newFormKey() }
      const outcome = await applyForLeave(student.scope, facts, today)
      return outcome.ok ? 'taken' : outcome.reason
    }
    expect(await ask('2028-02-28', '2028-02-29')).toBe('taken')
    expect(await ask('2028-02-29', '2028-03-01')).toBe('overlaps')
    expect(await ask('2028-02-27', '2028-02-28')).toBe('overlaps')
    expect(await ask('2028-03-01', '2028-03-01')).toBe('taken')
    expect(await ask('2028-02-27', '2028-02-27')).toBe('taken')
    expect(await ask('2028-03-31', '2028-04-01')).toBe('ends-outside-session')
    expect(await ask('2028-03-31', '2028-03-31')).toBe('taken')
    expect(await ask('2028-04-01', '2028-04-01')).toBe('outside-session')
    expect(await ask('2027-03-31', '2027-04-01')).toBe('outside-session')
    expect(await ask('2027-04-01', '2027-04-01')).toBe('taken')
    const oldest = addDays('2028-02-20', -leaveDaysBack)
    expect(await ask(addDays(oldest, -1), oldest, '2028-02-20')).toBe('too-long-ago')
    expect(await ask(oldest, oldest, '2028-02-20')).toBe('taken')
  })
})

describe('a notice', () => {
  it('is shown to a student from its first to its last day', async () => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    const { publicId } = await makeNotice(school, { student, fromOn: '2028-02-28', untilOn: '2028-03-01' })
    const shownOn = async (limit: string) => {
      const shown = []
      for (const [, day] of daysAround(limit)) {
        const list = await listStudentNotices(student.scope, { search: '', page: 1 }, day)
        const found = await findStudentNotice(student.scope, publicId, day)
        expect(list.rows.length).toBe(found ? 1 : 0)
        shown.push(found !== null)
      }
      return shown
    }
    expect(await shownOn('2028-02-28')).toEqual([false, true, true])
    expect(await shownOn('2028-03-01')).toEqual([true, true, false])
  })
})

describe('a breach', () => {
  const day = '2028-02-29'

  // The period of the breach: from 10:00 to 11:00, including both minutes.
  it.each([
    ['over before it', '09:00', '09:59:59.999', false],
    ['used in its first moment', '09:00', '10:00', true],
    ['used through it', '09:00', '23:00', true],
    ['begun and left in it', '10:20', '10:40', true],
    ['begun in its last moment', '11:00:59.999', '12:00', true],
    ['begun after it', '11:01', '12:00', false],
  ])(
    'finds only the sessions that overlap the period of the breach: one that was %s',
    async (_label, created, seen, isFound) => {
      const school = await makeSchool()
      const student = await makeStudent(school)
      const account = { kind: 'student', schoolId: school.id, id: student.id } as const
      await openSession(visitorScope(), account, { stage: 'full', idleMinutes: idleMinutes.student })
      await execute('UPDATE sessions SET created_at = :created, seen_at = :seen WHERE student_id = :id', {
        id: student.id,
        created: inIndia(day, created),
        seen: inIndia(day, seen),
      })
      const breach = await makeBreach(school.scope)
      const span = { fromOn: day, fromMinute: 600, untilOn: day, untilMinute: 660 }
      const none = { staff: null, address: null }
      expect(await findPeople(school.scope, breach.publicId, { source: 'sessions', ...span, ...none })).toMatchObject({
        value: { found: Number(isFound) },
      })
    },
  )

  it.each(['audit', 'sign_ins'] as const)('finds in %s exactly the events of one day in IST', async (source) => {
    const school = await makeSchool()
    const edges = edgesOf(day)
    for (const happened of Object.values(edges)) {
      const { id } = await makeStudent(school)
      await recordAt(school.id, source, id, happened)
    }
    const breach = await makeBreach(school.scope)
    const span = { fromOn: day, fromMinute: 0, untilOn: day, untilMinute: 1439 }
    const none = { staff: null, address: null }
    expect(await findPeople(school.scope, breach.publicId, { source, ...span, ...none })).toMatchObject({
      value: { found: 2 },
    })
  })
})

/** Writes an entry of a log about a student at a moment. */
async function recordAt(schoolId: number, source: 'audit' | 'sign_ins', id: number, happened: Date): Promise<void> {
  if (source === 'audit')
    await execute(
      `INSERT INTO audit_entries (school_id, actor_kind, actor_name, action, subject_kind, subject_id, details, created_at)
       VALUES (:schoolId, 'staff', 'Z', 'student.updated', 'student', :id, '{}', :happened)`,
      { schoolId, id, happened },
    )
  else
    await execute(
      `INSERT INTO security_events (school_id, kind, actor_kind, subject_kind, subject_id, details, happened_at, same_key)
       VALUES (:schoolId, 'signed-in', 'student', 'student', :id, '{}', :happened, :key)`,
      { schoolId, id, happened, key: randomBytes(32) },
    )
}
