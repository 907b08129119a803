import { selectRow, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findTimes } from '../periods.server'
import { academicYearOf } from '../rules'
import { applyForRoom } from './apply-for-room.server'
import type { enteredForm } from './entered-fields'

/**
 * Enters an application on behalf of a student (row id) who cannot apply online, with the rules and notifications of
 * the student's own application. With `mayWait`, an application for a full room joins its waiting list. Returns the
 * application's public id. Refusals are those of `applyForRoom`.
 */
export async function enterApplication(
  scope: SchoolScope,
  formKey: string,
  studentId: number,
  { room: roomId, mayWait, ...values }: ValuesOf<typeof enteredForm>,
) {
  const hostel = await selectRow(
    { publicId: text('h.public_id') },
    'FROM rooms r JOIN hostels h ON h.id = r.hostel_id WHERE r.school_id = :schoolId AND r.public_id = :roomId',
    { schoolId: scope.schoolId, roomId },
  )
  if (!hostel) return refused('room-gone')
  const { startsMonth } = await findTimes(scope)
  const academicYear = academicYearOf(values.checkInDate, startsMonth)
  const apply = (forWaitingList: boolean) => {
    const roomChoice = { hostelId: hostel.publicId, roomId, academicYear, forWaitingList, seenFirstPaise: null }
    return applyForRoom({ ...scope, studentId }, { ...values, ...roomChoice, formKey })
  }
  const applied = await apply(false)
  const entered = !applied.ok && applied.reason === 'room-full' && mayWait ? await apply(true) : applied
  return entered.ok ? done(entered.value.applicationId) : entered
}
