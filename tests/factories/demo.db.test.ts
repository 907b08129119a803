import { afterAll, expect, it, vi } from 'vitest'
import { closeDatabase } from '~/database/database.server'
import { readRows } from './read'

/* Needs its own database: the shared one already has the demo's fixed sign-ins. */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

const count = async (sql: string) => Number((await readRows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n)

it('the demo has full sections, attendance, receipts, exams and certificates, and its ledger is consistent', async () => {
  const { makeDemoSchools } = await import('./demo')
  const { payingSchool: school } = await makeDemoSchools(new Date())
  const studying = `enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
    WHERE e.school_id = ${school.id} AND e.status = 'studying'`
  const sections = await readRows<{ section: number; students: number }>(
    `SELECT e.section_id AS section, COUNT(*) AS students FROM ${studying} GROUP BY e.section_id`,
  )
  expect(sections.map((one) => one.students)).toEqual(Array(24).fill(25))
  expect(await count(`attendance WHERE school_id = ${school.id}`)).toBeGreaterThan(90_000)
  expect(await count(`receipts WHERE school_id = ${school.id}`)).toBeGreaterThan(2_000)
  expect(await count(`exams WHERE school_id = ${school.id} AND published_at IS NOT NULL`)).toBeGreaterThanOrEqual(20)
  const untrue = `dues d WHERE d.school_id = ${school.id} AND d.paid_paise <> (SELECT COALESCE(SUM(l.amount_paise), 0)
    FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'settled')`
  expect(await count(untrue)).toBe(0)
  const gaps = `receipt_counters k WHERE k.school_id = ${school.id} AND (k.last_number, k.last_number) <> (SELECT COUNT(*), MAX(r.number)
    FROM receipts r WHERE r.school_id = k.school_id AND r.financial_year = k.financial_year)`
  expect(await count(gaps)).toBe(0)
  const notIssued = `certificate_kinds k WHERE k.school_id = ${school.id} AND NOT EXISTS (SELECT 1 FROM certificates x
    WHERE x.kind_id = k.id AND x.state = 'issued')`
  expect(await count(`certificate_kinds WHERE school_id = ${school.id}`)).toBe(7)
  expect(await count(notIssued)).toBe(0)
  expect(await count(`register_corrections WHERE school_id = ${school.id}`)).toBe(2)
  expect(await count(`register_periods WHERE school_id = ${school.id} AND certificate_id IS NOT NULL`)).toBe(1)
  const unnumbered = `students s WHERE s.school_id = ${school.id} AND NOT EXISTS (SELECT 1 FROM academic_infos i
    WHERE i.student_id = s.id AND i.admission_number IS NOT NULL)`
  expect(await count(unnumbered)).toBe(0)
})

it('the demo starts without jobs, and the first run of the periodic tasks creates no mail or message', async () => {
  const { periodicTasks } = await import('~/jobs/periodic.server')
  const ofDemo = "school_id IN (SELECT id FROM schools WHERE email LIKE 'office@%.shala.test')"
  const waiting = async () => ({
    mails: await count(`outgoing_mail WHERE ${ofDemo} AND state = 'waiting'`),
    messages: await count(`outgoing_messages WHERE ${ofDemo} AND state IN ('waiting', 'sending', 'held')`),
    bulk: await count(`jobs WHERE ${ofDemo} AND state = 'waiting' AND class = 'bulk'`),
  })
  expect(await count(`jobs WHERE ${ofDemo}`)).toBe(0)
  const nothing = { mails: 0, messages: 0, bulk: 0 }
  expect(await waiting()).toEqual(nothing)
  for (const task of periodicTasks({ securityDays: 400 })) await task.run()
  expect(await waiting()).toEqual(nothing)
})
