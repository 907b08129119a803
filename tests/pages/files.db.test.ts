import { readdirSync } from 'node:fs'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { execute } from '~/database/database.server'
import { recordSecurityEvents } from '~/models/core/audit/record-security-event.server'
import { addDays, financialYearOf, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { AttendanceStatus } from '~/models/learning/attendance/options'
import { makeEnrollment } from '../factories/academics'
import { staffCookie } from '../factories/app'
import { makeSheet } from '../factories/attendance'
import { insert, restartTurns } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { markTexts, unnumbered } from '../factories/marked-texts'
import { readRow } from '../factories/read'
import { makeFormerStudent } from '../factories/retention'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { policies } from '../security/policies'
import { makeThings, type Things } from '../security/world'
import { readHeadings, readTable } from '../setup/tables'
import { columnsOfFiles, equalColumns, testedElsewhere } from './columns-of-files'

const files = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\[\.\](csv|xlsx)\.ts$/.test(name))
  .map((name) => name.replace(/\.ts$/, '').replace('school+/_shell+/', ''))
  .sort()

/** Fixed day, which is possible because no SQL statement depends on the current day. */
const now = new Date('2022-07-13T10:20:00+05:30')

let own: Things
let cookie = ''

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  restartTurns()
  const school = await makeSchool()
  const owner = await makeStaff(school)
  own = await makeThings({ dataDir: process.env.DATA_DIR ?? '' }, school, owner)
  await tellApart(own, owner.id)
  await markTexts(school)
  cookie = await staffCookie(school, owner)
})

afterAll(() => {
  vi.useRealTimers()
})

/** Gives distinct values to the days, counts and amounts that the test data (`Things`) leaves empty or equal. */
async function tellApart(
  { school, session, class: ofClass, section, student, enrollment, cheque }: Things,
  staffId: number,
) {
  const place = { schoolId: school.id, sessionId: session.id, sectionId: section.id }
  // Restarts the factories' names, so that the numbers of boys and girls differ whatever was created before.
  restartTurns()
  const statuses = ['absent', 'late', 'half_day', 'leave'] as const
  const rows: Array<{ studentId: number; enrollmentId: number; status: AttendanceStatus }> = [
    { studentId: student.id, enrollmentId: enrollment.id, status: 'present' },
  ]
  for (const status of statuses.flatMap((one, index) => Array.from({ length: index + 2 }, () => one))) {
    const mate = await makeStudent(school)
    const { id } = await makeEnrollment(mate, { session, class: ofClass, section })
    rows.push({ studentId: mate.id, enrollmentId: id, status })
  }
  await makeSheet(place, todayInIndia(now), rows)
  await makeSheet(place, '2022-07-12', [{ studentId: student.id, enrollmentId: enrollment.id, status: 'absent' }])
  await makeDue(student, { session, dueOn: '2022-06-20', amountPaise: 700_00, finePaise: 11_00 })
  await makeDue(student, { session, dueOn: '2022-06-29', amountPaise: 60_00 })
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await insert('cash_closings', {
    public_id: newPublicId(),
    school_id: school.id,
    staff_id: staffId,
    opening_paise: 100_00,
    cash_paise: 2_000_00,
    counted_paise: 1_900_00,
    handed_over_paise: 500_00,
    handed_to: '',
    remarks: '',
    coins_paise: 1_900_00,
    notes500: 0,
    notes200: 0,
    notes100: 0,
    notes50: 0,
    notes20: 0,
    notes10: 0,
    form_key: newPublicId(),
    since: day(2),
    closed_at: day(1),
  })
  await makeFormerStudent(school, '2001-05-01')
  const [actor, subject] = [
    { kind: 'staff', id: staffId },
    { kind: 'student', id: student.id },
  ]
  await recordSecurityEvents([{ schoolId: school.id, kind: 'sign-in-closed', actor, subject, details: {} }])
  const message = await readRow<{ id: number }>('SELECT MIN(id) AS id FROM outgoing_messages WHERE school_id = :id', {
    id: school.id,
  })
  for (const state of ['sent', 'sent', 'sent', 'delivered', 'delivered', 'failed']) {
    await insert('message_attempts', {
      public_id: newPublicId(),
      school_id: school.id,
      message_id: message?.id ?? 0,
      channel: 'sms',
      state,
      to_address: '9800000000',
      body: 'A text',
      parts: 4,
      cost_paise: 25,
      asked_at: now,
    })
  }
  const of = { schoolId: school.id, staffId, cheque }
  const change = (statement: string) => execute(statement, of)
  await change("UPDATE dues SET paid_paise = 123400 WHERE school_id = :schoolId AND kind = 'hostel' AND state = 'open'")
  await change('UPDATE security_events SET times = 3 WHERE school_id = :schoolId')
  await change('UPDATE events SET ends_on = starts_on + INTERVAL 2 DAY WHERE school_id = :schoolId')
  await change('UPDATE holidays SET ends_on = starts_on + INTERVAL 3 DAY WHERE school_id = :schoolId')
  await change('UPDATE products SET sale_price_paise = price_paise - 1000 WHERE school_id = :schoolId')
  await change('UPDATE mail_addresses SET soft_bounces = 4 WHERE school_id = :schoolId')
  await change(
    `UPDATE breach_cases SET cert_in_told_at = '2022-07-01 04:00:00', board_told_at = '2022-07-02 05:00:00' WHERE school_id = :schoolId`,
  )
  await change(
    'UPDATE payments SET paid_at = paid_at - INTERVAL 3 DAY, recorded_by = :staffId WHERE school_id = :schoolId AND captured_paise > 0',
  )
  await change(`INSERT INTO payment_lines (school_id, payment_id, kind, state, is_online, amount_paise, settled_at, created_at)
    SELECT school_id, id, 'excess', 'settled', 0, 12300, updated_at, updated_at FROM payments WHERE public_id = :cheque`)
  await change('UPDATE payments SET captured_paise = captured_paise + 12300 WHERE public_id = :cheque')
}

/** Returns an address at which the file has rows, or null when the policy's address has some. */
async function otherAddress(file: string): Promise<string | null> {
  if (file === 'collections+/day-book[.]csv') return '/school/collections/day-book.csv?from=2022-07-01&to=2022-07-31'
  const of = { schoolId: own.school.id }
  if (file.startsWith('_hostels+/hostels.$id.')) {
    const hostel = await readRow<{ id: string }>(
      `SELECT h.public_id AS id FROM hostels h JOIN hostel_applications a ON a.hostel_id = h.id
       JOIN hostel_charges c ON c.application_id = a.id
       WHERE h.school_id = :schoolId AND a.holds_bed = 1 ORDER BY a.checked_in_on DESC, a.id LIMIT 1`,
      of,
    )
    return `/school/hostels/${hostel?.id}/${file.includes('.dues') ? 'dues' : 'occupancy'}.csv`
  }
  if (file !== 'transport+/$id.passengers[.]csv') return null
  const route = await readRow<{ id: string }>(
    `SELECT t.public_id AS id FROM transport_routes t JOIN vehicle_routes r ON r.route_id = t.id
     JOIN transport_applications a ON a.run_id = r.id WHERE t.school_id = :schoolId ORDER BY a.id LIMIT 1`,
    of,
  )
  return `/school/transport/${route?.id}/passengers.csv`
}

/** Downloads a file as the school's owner; returns the distinct texts of all rows under each heading. */
async function readColumns(file: string): Promise<Array<[heading: string, texts: string]>> {
  const route = `school+/_shell+/${file}`
  const address = (await otherAddress(file)) ?? policies[`routes/${route}`]?.at(own) ?? ''
  const id = /^\/school\/[^/]+\/([^/]+)\//.exec(address)?.[1]
  const { loader } = await import(/* @vite-ignore */ `${process.cwd()}/app/routes/${route}.ts`)
  const request = new Request(`http://localhost:3000${address}`, { headers: { cookie } })
  const args: LoaderFunctionArgs = { request, params: id ? { id } : {}, context: {} }
  const text = await ((await loader(args)) as Response).text()
  const rows = readTable(text)
  const headings = readHeadings(text).map(sameAlways)
  return headings.flatMap((heading, index) => {
    // Two subjects of one exam share a heading.
    const before = headings.slice(0, index).filter((one) => one === heading).length
    const label = before > 0 ? `${heading}, ${before + 1}` : heading
    const texts = new Set(rows.map((row) => shortened(sameAlways(row[index]?.[1] ?? ''))))
    texts.delete('')
    // Skips days without marks, and columns of the import that its rows leave empty.
    if (texts.size === 0 && (/^2022-07-\d\d$/.test(heading) || file === 'imports+/$id.rejected[.]csv')) return []
    const [few, rest] = [[...texts].sort().slice(0, 4), texts.size > 4 ? ' | …' : '']
    return [[label, few.join(' | ') + rest] as const satisfies [string, string]]
  })
}

/**
 * Cuts a long list of column names after the third, so that a new database column does not count as a change of the
 * file.
 */
const shortened = (text: string) => text.replace(/^((?:\w+\.\w+ ){3})\w+\.\w+.*$/s, '$1…')

/**
 * Replaces values that vary between runs: row ids, and the database's own clock, whose day may differ around midnight.
 */
function sameAlways(text: string): string {
  const real = todayInIndia(new Date(vi.getRealSystemTime()))
  const days = [-1, 0, 1].map((more) => addDays(real, more))
  const instants = days.map((day) => `${formatDay(day, 'en')}, \\d\\d:\\d\\d [AP]M`)
  return (
    unnumbered(text)
      .replaceAll(new RegExp(instants.join('|'), 'g'), 'just now')
      .replaceAll(new RegExp(days.join('|'), 'g'), 'today')
      .replaceAll(financialYearOf(real), 'this year')
      // Replaces the fixed year in sample messages and in the factories' numbers, then all long numbers.
      .replaceAll('2026-27', 'this year')
      .replace(/\d{6,}/g, '#')
  )
}

describe('files of the office', () => {
  it.each(files.filter((file) => !testedElsewhere[file]))(
    '%s: has the matching text under each heading',
    async (file) => {
      const columns = await readColumns(file)
      expect(columns).toEqual(Object.entries(columnsOfFiles[file] ?? {}))
      // `equalColumns` must list columns with equal texts, because an exchange of two of them would go unnoticed.
      const alike = columns.filter(([, texts], index) =>
        columns.some(([, other], at) => at !== index && other === texts),
      )
      expect(alike.map(([heading]) => heading)).toEqual(equalColumns[file] ?? [])
    },
  )

  it('covers every file of the office', () => {
    expect(Object.keys({ ...columnsOfFiles, ...testedElsewhere }).sort()).toEqual(files)
  })
})
