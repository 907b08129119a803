import { lockRows, selectRow, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { lockLedgerOf } from '~/models/money/subscriptions/lock-ledger-of.server'
import { yearEndSql } from '../stay/year-end.server'
import { Hostel, HostelApplication, Room } from '../tables.server'

const locked = {
  ...columnsOf(HostelApplication, 'a'),
  studentGender: text('s.gender'),
  hostelName: text('h.name'),
  ...columnsOf(Hostel, 'h', 'genderType', 'mealPlanIncluded', 'mealPlanFeePaise'),
  roomPublicId: text('r.public_id'),
  roomNumber: columnsOf(Room, 'r', 'roomNumber').roomNumber,
  yearEndsOn: text(yearEndSql('a')),
}

/** Locks an application and its student's ledger (the ledger first); null when the scope has no such application. */
export async function lockApplication(scope: LedgerScope, key: { id: number } | { publicId: string }) {
  const id = await lockLedgerOf(scope, HostelApplication, key)
  if (id === null) return null
  const values = { id, schoolId: scope.schoolId }
  await lockRows('FROM hostel_applications WHERE id = :id AND school_id = :schoolId', values)
  return selectRow(
    locked,
    `FROM hostel_applications a JOIN students s ON s.id = a.student_id JOIN hostels h ON h.id = a.hostel_id
     JOIN rooms r ON r.id = a.room_id WHERE a.id = :id AND a.school_id = :schoolId`,
    values,
  )
}

export type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplication>>>

export function noteApplication(
  scope: LedgerScope,
  { id, hostelName: hostel, roomNumber: room }: Pick<LockedApplication, 'id' | 'hostelName' | 'roomNumber'>,
  action: string,
  facts: Record<string, string | number | null> = {},
): Promise<void> {
  return recordAudit(scope, {
    action,
    subject: { kind: 'hostel-application', id },
    details: { hostel, room, ...facts },
  })
}
