import { DateField, type FormResult, fieldProps, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { LiveAllotment } from '~/models/hostels/leave-hostel.server'
import type { DueOfStudent } from '~/models/ledger/cancel-dues.server'
import { formatDay, isDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { leavingReasonLength } from '~/models/students/status-options'
import type { LiveTransport } from '~/models/transport/leave-transport.server'
import { hasBegun } from '~/models/transport/rules'
import { chosenOf } from './__chosen-of'

type LeaveFormProps = {
  name: string
  today: string
  /** Open dues, and those that are paid. */
  dues: DueOfStudent[]
  seats: number
  hostels: LiveAllotment[]
  application: LiveTransport | null
  lastResult: FormResult | undefined
  backHref: string
}

type Fields = { left_on: string; shown_for: string; reason: string; cancel: string[] }

/** Everything that is settled when somebody leaves, on one page. */
export function LeaveForm({ today, dues, seats, hostels, application, lastResult, backHref }: LeaveFormProps) {
  const state = useServerForm<Fields>({ id: 'leave', lastResult, defaultValue: { left_on: today, shown_for: today } })
  const { fields } = state
  const typed = lastResult?.initialValue
  const day = isDay(String(typed?.left_on ?? '')) ? String(typed?.left_on) : today
  // A changed day ticks the dues after it; anything else keeps what was ticked.
  const ticked = typed && typed.shown_for === day ? chosenOf(typed.cancel) : null
  const isTicked = (due: DueOfStudent) => (ticked ? ticked.has(due.publicId) : due.dueOn > day)
  const owed = dues.filter((due) => due.balancePaise > 0)
  const ahead = dues.filter((due) => due.paidPaise > 0 && due.dueOn > day)
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Confirm leaving"
      cancelHref={backHref}
    >
      <input type="hidden" name="shown_for" value={day} />
      <DateField label="Leaving date" required max={today} {...fieldProps(fields.left_on)} />
      <TextField label="Reason" required maxLength={leavingReasonLength} {...fieldProps(fields.reason)} />
      <h2>Dues</h2>
      {owed.length === 0 ? (
        <p className="soft">Nothing is owed.</p>
      ) : (
        <>
          <p>{`Ticked dues are cancelled, the others are still owed. Those after ${formatDay(day, 'en')} are ticked for you.`}</p>
          <div className="field">
            <DataTable
              caption="Open dues"
              rows={owed}
              rowKey={(due) => due.publicId}
              columns={[
                { label: 'Due', role: 'title', cell: (due) => `${due.name}: ${due.title}` },
                { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
                { label: 'To pay', align: 'end', cell: (due) => formatPaise(due.balancePaise, { style: 'exact' }) },
                {
                  label: 'Cancel',
                  cell: (due) =>
                    due.isTouched ? (
                      <span className="soft">Kept: a payment was made on it</span>
                    ) : (
                      <label className="choice">
                        <input
                          key={day}
                          type="checkbox"
                          name="cancel"
                          value={due.publicId}
                          defaultChecked={isTicked(due)}
                        />
                        <span>
                          Cancel<span className="sr">{` ${due.name}: ${due.title}`}</span>
                        </span>
                      </label>
                    ),
                },
              ]}
            />
          </div>
        </>
      )}
      {ahead.length === 0 ? null : (
        <>
          <h2>Paid in advance</h2>
          <p>These fall due after the leaving date. Refund them from their payment if the school refunds them.</p>
          <div className="field">
            <DataTable
              caption="Paid in advance"
              rows={ahead}
              rowKey={(due) => due.publicId}
              columns={[
                { label: 'Due', role: 'title', cell: (due) => `${due.name}: ${due.title}` },
                { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
                { label: 'Refundable', align: 'end', cell: (due) => formatPaise(due.paidPaise, { style: 'exact' }) },
                {
                  label: 'Payment',
                  role: 'actions',
                  cell: (due) =>
                    due.paymentId ? (
                      <a href={schoolPaths.payment(due.paymentId)} aria-label={`Payment of ${due.name}: ${due.title}`}>
                        Open payment
                      </a>
                    ) : null,
                },
              ]}
            />
          </div>
        </>
      )}
      {hostels.length === 0 ? null : (
        <>
          <h2>Hostel</h2>
          <p>
            These end when the student leaves: the bed is released, months that begin on or after that day are not owed,
            and the refund is decided afterwards. An open online payment for one, or a leaving date before the student
            moved in, has to be settled first.
          </p>
          <ul>
            {hostels.map((place) => (
              <li key={place.publicId}>
                <a
                  href={schoolPaths.hostelApplication(place.publicId)}
                >{`${place.hostelName}, room ${place.roomNumber}`}</a>
                {place.checkedInOn === null
                  ? ': the application is cancelled'
                  : `: checks out, lives there since ${formatDay(place.checkedInOn, 'en')}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {application === null ? null : (
        <>
          <h2>Transport</h2>
          <p>
            <a href={schoolPaths.transportApplication(application.publicId)}>{application.fareName}</a>
            {hasBegun(application, today)
              ? ' ends on the leaving date: the seat is released, later fares are not owed, and the refund is decided afterwards.'
              : ': the application is cancelled, and the refund is decided afterwards.'}
          </p>
        </>
      )}
      <h2>Seat and account</h2>
      <p>
        {seats > 0 ? 'The seat is released; the roll number stays in the register. ' : ''}
        The student is signed out everywhere and cannot sign in any more. You can re-admit the student later.
      </p>
    </OfficeForm>
  )
}
