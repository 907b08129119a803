import { Form } from '@remix-run/react'
import { CheckboxField, ErrorSummary, TextField } from '~/components/forms'
import { Alert, ButtonLink, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import {
  type AttendanceStatus,
  attendanceStatuses,
  correctionReasonLength,
  remarksLength,
} from '~/models/learning/attendance/options'
import { attendanceStatusNames } from './__attendance-words'
import type { Conflict } from './__mark.server'

type MarkRow = {
  publicId: string
  name: string
  rollNumber: number | null
  status: AttendanceStatus
  remarks: string
  /** Last day of the approved leave that includes the day of the form; null without such a leave. */
  leaveUntil: string | null
}

type MarkFormProps = {
  sheet: {
    section: string
    day: string
    version: string
    isMarked: boolean
    rows: readonly MarkRow[]
    needsReason: boolean
  }
  conflict: Conflict | null
  reason: { value: string; errors?: string[] }
  errors: ReadonlyArray<{ id?: string; message: string }>
}

/** Attendance form of a section's day: everyone is present by default, and one button saves all. */
export function MarkForm({ sheet, conflict, reason, errors }: MarkFormProps) {
  const { isMarked } = sheet
  return (
    <Form method="post" className="stack">
      <ErrorSummary errors={errors} title="Update Failed" />
      {conflict ? <AttendanceConflict {...conflict} /> : null}
      <input type="hidden" name="version" value={sheet.version} />
      <div className="table-box">
        <table className="table marks">
          <caption className="sr">Attendance</caption>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Attendance</th>
              <th scope="col">Remarks</th>
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((row) => (
              <tr key={row.publicId}>
                <th scope="row">
                  {row.rollNumber === null ? row.name : `${row.rollNumber}. ${row.name}`}
                  {row.leaveUntil === null ? null : (
                    <small className="soft">{`Leave approved until ${formatDay(row.leaveUntil, 'en')}`}</small>
                  )}
                </th>
                <td>
                  <div role="radiogroup" aria-label={row.name}>
                    {attendanceStatuses.map((status) => (
                      <label key={status}>
                        <input
                          type="radio"
                          name={`status-${row.publicId}`}
                          value={status}
                          defaultChecked={status === row.status}
                        />
                        {attendanceStatusNames[status].word}
                      </label>
                    ))}
                  </div>
                </td>
                <td>
                  <input
                    className="input"
                    name={`remarks-${row.publicId}`}
                    aria-label={`Remarks on ${row.name}`}
                    placeholder="Remarks"
                    maxLength={remarksLength}
                    defaultValue={row.remarks}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sheet.needsReason ? (
        <TextField
          name="reason"
          label="Reason for the correction"
          hint="The day is over: changes are recorded with their reason in the audit log."
          maxLength={correctionReasonLength}
          defaultValue={reason.value}
          errors={reason.errors}
        />
      ) : null}
      <div className="actions">
        <SubmitButton busyText="Saving...">{isMarked ? 'Save changes' : 'Save attendance'}</SubmitButton>
        <ButtonLink href={schoolPaths.attendanceOn(sheet.day)} variant="secondary" label="Cancel" />
        {isMarked ? (
          <ButtonLink href={schoolPaths.removeAttendance(sheet.section, sheet.day)} variant="quiet">
            Clear this attendance
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  )
}

function AttendanceConflict({ saved, version, differences }: Conflict) {
  return (
    <>
      <Alert
        tone="warn"
        title={
          saved
            ? 'Saved by another person since you opened this page'
            : 'The attendance was cleared since you opened this page'
        }
      >
        <p>
          {`${saved ? `${saved.by} saved this day at ${saved.at}.` : 'It has no entries now.'} Your entries are kept below, but not saved yet.`}
        </p>
        <ul>
          {differences.map((one) => (
            <li key={one.name}>{`${one.name}: saved as ${one.saved}, yours is ${one.yours}`}</li>
          ))}
        </ul>
      </Alert>
      <CheckboxField name="seen_version" value={version} label="Save mine instead" />
    </>
  )
}
