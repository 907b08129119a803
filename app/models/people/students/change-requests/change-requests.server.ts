import { flag, selectRow, selectRows, text } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { fieldLabel, shownValue } from '../describe/sections.server'
import { findSections } from '../find-sections.server'
import { onRegisterSql } from '../register/on-register.server'
import { isRegisterField } from '../register/register-options'
import { ChangeRequest } from '../tables.server'

const listColumns = {
  ...columnsOf(ChangeRequest, 'r', 'publicId', 'field', 'oldValue', 'newValue', 'state', 'reason'),
  ...columnsOf(ChangeRequest, 'r', 'createdAt', 'decidedAt'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
}
const from = `change_requests r JOIN students s ON s.school_id = r.school_id AND s.id = r.student_id`

const orders = {
  // Pending requests come first, oldest on top.
  asked: [`r.state <> 'pending'`, 'r.created_at', 'r.id'],
  student: ['s.last_name', 's.first_name', 'r.id'],
}

type Row = { field: string; oldValue: string; newValue: string }
const withLabels = <Of extends Row>(row: Of) => ({
  ...row,
  label: fieldLabel(row.field),
  oldWords: shownValue(row.field, row.oldValue),
  newWords: shownValue(row.field, row.newValue),
})

const requestList = plainList({
  columns: listColumns,
  from,
  always: 'r.school_id = :schoolId',
  search: ["TRIM(CONCAT(s.first_name, ' ', s.last_name))", 's.enrollment_number'],
  filters: { status: 'r.state = :status' },
  orders,
  last: 'r.id',
})

export async function listChangeRequests(...listArguments: Parameters<typeof requestList.list>) {
  const page = await requestList.list(...listArguments)
  return { ...page, rows: page.rows.map(withLabels) }
}

const detailColumns = {
  ...listColumns,
  ...columnsOf(ChangeRequest, 'r', 'note'),
  studentPublicId: text('s.public_id'),
  decidedBy: text("COALESCE(u.name, '')"),
  isOnRegister: flag(onRegisterSql('s')),
}

/**
 * Returns a request of the school with the current value, which may differ from the old one. `needsOrder`: the field is
 * in the General Register and is approved by a correction there.
 */
export async function findChangeRequest(scope: SchoolScope, publicId: string) {
  const row = await selectRow(
    detailColumns,
    `FROM ${from} LEFT JOIN staff_users u ON u.school_id = r.school_id AND u.id = r.decided_by
     WHERE r.school_id = :schoolId AND r.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  const student = row && (await findSections(scope, row.studentPublicId))
  if (!row || !student) return null
  const currentValue = student.values[row.field] ?? ''
  const { isOnRegister, ...request } = withLabels(row)
  return {
    ...request,
    currentValue,
    currentWords: shownValue(row.field, currentValue),
    needsOrder: isOnRegister && isRegisterField(row.field),
  }
}

const ownColumns = {
  ...columnsOf(ChangeRequest, 'r', 'publicId', 'field', 'oldValue', 'newValue', 'state', 'reason'),
  isPending: flag("r.state = 'pending'"),
}

export async function listOwnChangeRequests({ schoolId, studentId }: StudentScope) {
  const rows = await selectRows(
    ownColumns,
    'FROM change_requests r WHERE r.school_id = :schoolId AND r.student_id = :studentId ORDER BY r.id DESC LIMIT 20',
    { schoolId, studentId },
  )
  return rows.map(withLabels)
}

export async function listPendingChanges({ schoolId }: SchoolScope, studentId: number) {
  const rows = await selectRows(
    ownColumns,
    `FROM change_requests r WHERE r.school_id = :schoolId AND r.student_id = :studentId AND r.state = 'pending' ORDER BY r.id`,
    { schoolId, studentId },
  )
  return rows.map(withLabels)
}

export async function findPendingChange({ schoolId, studentId }: StudentScope, publicId: string) {
  const row = await selectRow(
    ownColumns,
    `FROM change_requests r
     WHERE r.school_id = :schoolId AND r.student_id = :studentId AND r.public_id = :publicId AND r.state = 'pending'`,
    { schoolId, studentId, publicId },
  )
  return row && withLabels(row)
}
