import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import {
  type AttendanceStatus,
  attendanceStatuses,
  correctionReasonLength,
  remarksLength,
} from '~/models/learning/attendance/options'
import { storedStatus } from '~/models/learning/attendance/rules'
import type { AttendanceMark } from '~/models/learning/attendance/save-attendance.server'
import { type RosterRow, type Sheet, sheetVersion } from '~/models/learning/attendance/sheets.server'
import { fullName } from '~/models/people/students/rules'
import { attendanceStatusNames } from './__attendance-words'

/** Reads the grid of a section's day: status and remark per enrollment; `typed` is the input to show again. */
export function marksOf(form: FormData) {
  const marks = new Map<string, AttendanceMark>()
  const typedMarks: Record<string, { status: AttendanceStatus; remarks: string }> = {}
  let trouble: string | null = null
  for (const [name, value] of form) {
    const id = /^status-(.+)$/.exec(name)?.[1]
    if (!isPublicId(id)) continue
    const status = attendanceStatuses.find((one) => one === value)
    const remarks = String(form.get(`remarks-${id}`) ?? '').trim()
    if (!status) trouble = 'Choose present, absent, late, half day or leave for every student'
    else {
      marks.set(id, { status, remarks: remarks === '' ? null : remarks })
      typedMarks[id] = { status, remarks: remarks.slice(0, 2 * remarksLength) }
    }
    if (remarks.length > remarksLength) trouble = `Remarks have at most ${remarksLength} characters`
  }
  const reason = String(form.get('reason') ?? '').trim()
  if (reason.length > correctionReasonLength) trouble = `A reason has at most ${correctionReasonLength} characters`
  const version = versionIn(form, 'version')
  return {
    marks,
    reason: reason === '' ? null : reason,
    /** Version of the sheet that the user opened, or of the conflict that the user confirmed. */
    version: form.has('seen_version') ? versionIn(form, 'seen_version') : version,
    typed: { version, reason: reason.slice(0, 2 * correctionReasonLength), marks: typedMarks },
    trouble,
  }
}

function versionIn(form: FormData, name: string): string {
  const value = String(form.get(name))
  return /^\d{1,18}\.\d{1,9}$/.test(value) ? value : '0'
}

/**
 * Differences between stored and posted attendance, student by student; `saved` tells who saved the stored attendance
 * and when, and is null if the attendance of the day was reset.
 */
export function conflictOf(
  sheet: Sheet | null,
  roster: readonly RosterRow[],
  marks: ReadonlyMap<string, AttendanceMark>,
) {
  const words = (status: AttendanceStatus | null, remarks: string | null) =>
    `${status === null ? 'not marked' : attendanceStatusNames[status].word}${remarks ? ` (${remarks})` : ''}`
  return {
    saved: sheet && { by: sheet.markedByName, at: formatInstant(sheet.updatedAt, 'en') },
    version: sheetVersion(sheet),
    differences: roster.flatMap((row) => {
      const mark = marks.get(row.publicId)
      if (!mark) return []
      const saved = words(row.status, row.remarks)
      const yours = words(storedStatus(mark.status, row.leaveUntil !== null), mark.remarks)
      return saved === yours ? [] : [{ name: fullName(row), saved, yours }]
    }),
  }
}
export type Conflict = ReturnType<typeof conflictOf>
