import {
  type AttendanceStatus,
  attendanceStatuses,
  correctionReasonLength,
  remarksLength,
} from '~/models/attendance/options'
import type { Mark } from '~/models/attendance/save-attendance.server'
import { isPublicId } from '~/models/shared/public-id.server'

export interface PostedMarks {
  marks: Map<string, Mark>
  reason: string | null
  /** The sheet that its sender has seen, or has just been asked about (`seenOf`). */
  seen: string
  /** What the form shows again. */
  typed: { seen: string; reason: string; marks: Record<string, { status: AttendanceStatus; remarks: string }> }
  trouble: string | null
}

/** Reads the grid of a section's day: a status and a remark for each enrollment. */
export function marksOf(form: FormData): PostedMarks {
  const marks = new Map<string, Mark>()
  const shown: PostedMarks['typed']['marks'] = {}
  let trouble: string | null = null
  for (const [name, value] of form) {
    const id = /^status-(.+)$/.exec(name)?.[1]
    if (!isPublicId(id)) continue
    const status = attendanceStatuses.find((one) => one === value)
    const remarks = String(form.get(`remarks-${id}`) ?? '').trim()
    if (!status) trouble = 'Choose present, absent, late, half day or leave for every student'
    else {
      marks.set(id, { status, remarks: remarks === '' ? null : remarks })
      shown[id] = { status, remarks: remarks.slice(0, 2 * remarksLength) }
    }
    if (remarks.length > remarksLength) trouble = `Remarks have at most ${remarksLength} characters`
  }
  const reason = String(form.get('reason') ?? '').trim()
  if (reason.length > correctionReasonLength) trouble = `A reason has at most ${correctionReasonLength} characters`
  const seen = seenIn(form.get('seen'))
  return {
    marks,
    reason: reason === '' ? null : reason,
    seen: form.has('seen_now') ? seenIn(form.get('seen_now')) : seen,
    typed: { seen, reason: reason.slice(0, 2 * correctionReasonLength), marks: shown },
    trouble,
  }
}

function seenIn(value: FormDataEntryValue | null): string {
  return typeof value === 'string' && /^\d{1,18}\.\d{1,9}$/.test(value) ? value : '0'
}
