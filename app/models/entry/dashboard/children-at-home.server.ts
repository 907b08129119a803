import { flag, number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { addressedToSql } from '~/models/contact/notices/audience.server'
import type { GuardianScope } from '~/models/core/shared/scope.server'
import type { SaturdaysOff } from '~/models/learning/attendance/holiday-fields'
import type { AttendanceStatus } from '~/models/learning/attendance/options'
import { isWeeklyOff } from '~/models/learning/attendance/rules'
import { finedColumns } from '~/models/money/ledger/books/columns.server'
import { nextDueOf } from '~/models/money/ledger/books/own-dues.server'
import { isDueDeclaredSql } from '~/models/money/ledger/counter/declared-payments.server'
import { dueToday } from '~/models/money/ledger/fine-rules'
import { listChildren } from '~/models/people/guardians/children.server'
import { holidaySql, saturdaysOffSql } from './school-day'

const maxNotices = 3

/** SQL: children `k` of the guardian `:accountId`; `right` is the condition for the guardian's rights. */
const childrenWith = (right: string) => `family_guardians g
  JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND k.shut_out_at IS NULL AND ${right}`

const ofDue = { studentId: number('d.student_id'), ...finedColumns, isDeclared: flag(isDueDeclaredSql('d')) }
const ofDay = {
  studentId: number('k.student_id'),
  status: wordOf<AttendanceStatus | null>('t.status'),
  holiday: textOrNull(holidaySql('k.school_id')),
  saturdaysOff: wordOf<SaturdaysOff>(saturdaysOffSql('k.school_id')),
}
const ofExam = {
  studentId: number('k.student_id'),
  title: text('x.name'),
  startsOn: text('x.starts_on'),
  endsOn: text('x.ends_on'),
}
const ofNotice = { studentId: number('studentId'), title: text('title'), fromOn: text('fromOn') }

export type ChildAtHome = Awaited<ReturnType<typeof findChildrenAtHome>>[number]

/**
 * Returns the guardian's children with their state on `today` (India's day), in five statements for any number of
 * children and schools: dues if the guardian may see or pay; attendance, next exam and newest notices if the guardian
 * may see. `isClosed`: the school is closed today by its calendar; `isUnderWay`: the exam began before today. Groups by
 * student id alone, which is unique across schools.
 */
export async function findChildrenAtHome(scope: GuardianScope, today: string) {
  const values = { accountId: scope.accountId, today }
  const [children, dues, days, exams, notices] = await Promise.all([
    listChildren(scope),
    selectRows(
      ofDue,
      `FROM ${childrenWith('(k.may_see = 1 OR k.may_pay = 1)')}
       JOIN dues d ON d.school_id = k.school_id AND d.student_id = k.student_id AND d.state = 'open'
         AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise
       WHERE g.account_id = :accountId ORDER BY d.due_on, d.id`,
      values,
    ),
    selectRows(
      ofDay,
      `FROM ${childrenWith('k.may_see = 1')}
       LEFT JOIN attendance t ON t.school_id = k.school_id AND t.student_id = k.student_id AND t.held_on = :today
       WHERE g.account_id = :accountId`,
      values,
    ),
    selectRows(
      ofExam,
      `FROM ${childrenWith('k.may_see = 1')}
       JOIN enrollments e ON e.school_id = k.school_id AND e.student_id = k.student_id AND e.status = 'studying'
       JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
       JOIN exams x ON x.school_id = e.school_id AND x.academic_session_id = e.academic_session_id AND x.class_id = e.class_id
         AND x.ends_on >= :today
       WHERE g.account_id = :accountId
       ORDER BY x.starts_on > :today, IF(x.starts_on > :today, x.starts_on, x.ends_on), x.id`,
      values,
    ),
    selectRows(
      ofNotice,
      `FROM (SELECT k.student_id AS studentId, n.title, n.from_on AS fromOn, n.id,
           ROW_NUMBER() OVER (PARTITION BY k.student_id ORDER BY n.from_on DESC, n.id DESC) AS place
         FROM ${childrenWith('k.may_see = 1')}
         JOIN notices n ON n.school_id = k.school_id AND n.from_on <= :today AND (n.until_on IS NULL OR n.until_on >= :today)
           AND ${addressedToSql('n', 'k.student_id', 'k.school_id')}
         WHERE g.account_id = :accountId) AS newest
       WHERE place <= ${maxNotices} ORDER BY place`,
      values,
    ),
  ])
  return children.map(({ studentId, schoolId: _school, guardianId: _guardian, ...child }) => {
    const rowsOf = <Row extends { studentId: number }>(rows: readonly Row[]) =>
      rows.filter((row) => row.studentId === studentId)
    const owed = rowsOf(dues).map((row) => {
      const { dueOn, balancePaise, status } = dueToday(row, today)
      return { dueOn, balancePaise, isDeclared: row.isDeclared, isOverdue: status === 'overdue' }
    })
    const [day] = rowsOf(days)
    const [exam] = rowsOf(exams)
    const holiday = day?.holiday ?? null
    return {
      ...child,
      owedPaise: owed.reduce((sum, due) => sum + due.balancePaise, 0),
      overduePaise: owed.reduce((sum, due) => sum + (due.isOverdue ? due.balancePaise : 0), 0),
      nextDue: nextDueOf(owed),
      attendance: day?.status ?? null,
      holiday,
      isClosed: holiday !== null || isWeeklyOff(today, day?.saturdaysOff ?? 'none'),
      nextExam: exam ? { ...exam, isUnderWay: exam.startsOn < today } : null,
      notices: rowsOf(notices).map(({ title, fromOn }) => ({ title, fromOn })),
    }
  })
}
