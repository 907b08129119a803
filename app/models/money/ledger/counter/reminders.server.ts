import { inTransaction } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { mailsLeft } from '~/models/core/outbox/mail-room.server'
import { findSchoolContact, type SchoolContact } from '~/models/core/schools/profile.server'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { fullName } from '~/models/people/students/rules'
import { feesUrl } from '../addresses.server'
import {
  type Defaulter,
  type DefaulterFilters,
  listDefaulters,
  listOverdueDues,
  noteReminders,
  type OverdueDue,
} from './defaulters.server'
import type { ReminderView } from './reminder-view'

const atOnce = 200

/**
 * Mails a reminder of overdue fees to every family that the filters find, in its language, at most once a day however
 * often requested. `today` is the day in India. Returns how many were `mailed`, have no e-mail (a letter reaches them),
 * were reminded `already` today, or were `refused` because the school's daily mails were used up.
 */
export async function remindDefaulters(scope: SchoolScope, filters: DefaulterFilters, today: string) {
  const school = await findSchoolContact(scope)
  if (!school) throw new Error('The school of a session is gone')
  const so = { mailed: 0, withoutMail: 0, already: 0, refused: 0 }
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { ...filters, sort: 'name', descending: false, page, pageSize: atOnce } as const
    const defaulters = await listDefaulters(scope, query, today)
    pages = defaulters.pages
    const reached = defaulters.rows.filter((row) => row.email !== null)
    so.withoutMail += defaulters.rows.length - reached.length
    const dueFilter = { publicIds: reached.map((row) => row.publicId), session: filters.filters.session }
    const dues = await listOverdueDues(scope, dueFilter, today)
    const written = await write(scope, school, reached, dues, today)
    so.mailed += written.mailed
    so.already += reached.length - written.mailed - written.refused
    so.refused += written.refused
  }
  return so
}

async function write(
  scope: SchoolScope,
  school: SchoolContact,
  students: readonly Defaulter[],
  dues: readonly OverdueDue[],
  today: string,
) {
  if (students.length === 0) return { mailed: 0, refused: 0 }
  return inTransaction(async () => {
    const room = await mailsLeft(scope.schoolId)
    const { fresh, refused } = await noteReminders(scope, students, today, room)
    for (const student of students) {
      if (!fresh.has(student.publicId) || student.email === null) continue
      const studentDues = dues.filter((due) => due.studentPublicId === student.publicId)
      await enqueueMail({
        schoolId: scope.schoolId,
        to: student.email,
        bulkIn: student.language,
        ...mailOf(school, student, studentDues),
      })
    }
    if (fresh.size > 0) {
      const details = { students: fresh.size, on: today }
      await recordAudit(scope, { action: 'fees.reminded', subject: { kind: 'reminder', id: null }, details })
    }
    return { mailed: fresh.size, refused }
  })
}

function mailOf(school: SchoolContact, student: Defaulter, dues: readonly OverdueDue[]) {
  const locale = student.language
  const name = fullName(student)
  const amount = formatPaise(student.overduePaise, { style: 'exact' })
  const fees = dues
    .map((due) => {
      const fee = due.title === '' ? due.name : `${due.name} – ${due.title}`
      return `${fee}, ${formatDay(due.dueOn, locale)}: ${formatPaise(due.balancePaise, { style: 'exact' })}`
    })
    .join('\n')
  const facts = { student: name, fees, amount, link: feesUrl(), school: school.name, phone: school.phone }
  return {
    subject: m.reminders_mail_subject({ student: name, amount }, { locale }),
    text: m.reminders_mail_text(facts, { locale }),
  }
}

export async function readReminders(
  scope: SchoolScope,
  students: readonly Defaulter[],
  session: string,
  today: string,
): Promise<ReminderView[]> {
  const dues = await listOverdueDues(scope, { publicIds: students.map((one) => one.publicId), session }, today)
  return students.map(({ publicId, firstName, lastName, ...student }) => ({
    ...student,
    studentName: fullName({ firstName, lastName }),
    dues: dues.filter((due) => due.studentPublicId === publicId),
  }))
}
