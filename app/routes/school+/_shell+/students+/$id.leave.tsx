import type { SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { Alert, DataTable, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { formatDay, isDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { refused } from '~/models/core/shared/outcome'
import { leaveSchool } from '~/models/entry/admissions/leave-school.server'
import { listLiveAllotments } from '~/models/money/hostels/stay/leave-hostel.server'
import { listDuesOf } from '~/models/money/ledger/cancel-dues.server'
import { findLiveTransport } from '~/models/money/transport/decide/leave-transport.server'
import { hasBegun } from '~/models/money/transport/rules'
import { listOpenEnrollments } from '~/models/people/academics/enrollment-queries.server'
import { classSection } from '~/models/people/academics/rules'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { leaveForm } from '~/models/people/students/register/status-fields'
import { fullName } from '~/models/people/students/rules'
import { chosenOf, dueColumns } from './__dues'

export const handle = pageTitle(() => 'Mark as left', { hasForm: true })

const page = deciding({
  may: 'students:edit',
  find: (scope, id: string) => findStudentRecord(scope, id),
  form: leaveForm,
  obstacle: ({ status }) => (status === 'left' ? 'This student has already left' : null),
  more: async (student, { scope }) => {
    const today = todayInIndia(new Date())
    const [dues, places, hostels, application] = await Promise.all([
      listDuesOf(scope, student.id),
      listOpenEnrollments(scope, student.id, today),
      listLiveAllotments(scope, student.id),
      findLiveTransport(scope, student.id),
    ])
    return {
      name: fullName(student),
      today,
      /** Open dues, with or without payments. */
      dues: dues.filter((due) => due.state === 'open' && (due.balancePaise > 0 || due.paidPaise > 0)),
      hostels,
      application: application && {
        publicId: application.publicId,
        fareName: application.fareName,
        status: application.status,
        startsOn: application.startsOn,
      },
      places: places
        .filter((enrollment) => enrollment.status === 'studying')
        .map(
          (enrollment) => `${classSection(enrollment.className, enrollment.sectionName)}, ${enrollment.sessionName}`,
        ),
    }
  },
  decide: async (scope, id, { leftOn, shownFor, reason, cancel, meansDay }) => {
    const isPast = leftOn <= todayInIndia(new Date())
    if (isPast && shownFor !== null && shownFor !== leftOn) return refused('other-day')
    return leaveSchool(scope, id, { leftOn, reason, cancelDues: cancel, meansDay })
  },
  refusals: {
    'other-day': { leftOn: 'The date has changed: check the dues below again, then confirm' },
    'future-date': { leftOn: 'The leaving date cannot be in the future' },
    'before-birth': { leftOn: 'The student was born after this day: check the year' },
    'before-joined': ({ day }) => ({ leftOn: `The student joined on ${formatDay(day, 'en')}: check the year` }),
    'came-later': ({ day }) => ({
      leftOn: `The student was in class on ${formatDay(day, 'en')}: correct the register first`,
    }),
    'paid-later': ({ day }) => ({
      leftOn: `A payment was made on ${formatDay(day, 'en')}`,
      meansDay: 'Check the year first; tick this if the date is right',
    }),
    'before-enrolled': { leftOn: 'The student was enrolled, or came back, after this day' },
    'hostel-stays':
      'The hostel stay cannot be ended this way: a payment for it is open, or the student moved in after that day. Settle it under Hostel applications first.',
    'transport-stays':
      'The transport cannot be ended this way: a payment for it is open, or it begins after that day. Settle it under Transport applications first.',
    'dues-changed': 'A due was paid or changed in the meantime. Check the dues again, then confirm.',
    'already-left': 'This student has already left.',
  },
  decided: schoolPaths.student,
  message: 'The student has left the school.',
})
export const loader = page.loader
export const action = page.action

export default function LeavePage() {
  const { at, obstacle, more } = useLoaderData<typeof loader>()
  const context = more.places.length > 0 ? more.places.join(' · ') : 'Not enrolled in an ongoing session'
  return (
    <>
      <PageHead title={`${more.name} leaves the school`} context={context} />
      {obstacle === null ? (
        <LeaveForm {...more} backHref={schoolPaths.student(at)} />
      ) : (
        <Alert tone="info" title={obstacle}>
          <p>
            <a href={schoolPaths.returnStudent(at)}>Re-admit student</a>
          </p>
        </Alert>
      )}
    </>
  )
}

type LeaveFormProps = SerializeFrom<typeof loader>['more'] & { backHref: string }
type Due = LeaveFormProps['dues'][number]

/** All settlements for a student who leaves, on one page. */
function LeaveForm({ today, dues, places, hostels, application, backHref }: LeaveFormProps) {
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Record<string, unknown>>({
    id: 'leave',
    lastResult,
    defaultValue: { left_on: today, shown_for: today },
  })
  const meansDay = state.fields.means_day
  const submittedValues = lastResult?.initialValue
  const day = isDay(String(submittedValues?.left_on ?? '')) ? String(submittedValues?.left_on) : today
  // After a change of the leaving date, the dues after it are ticked; other changes keep the ticks.
  const ticked = submittedValues && submittedValues.shown_for === day ? chosenOf(submittedValues.cancel) : null
  const isTicked = (due: Due) => (ticked ? ticked.has(due.publicId) : due.dueOn > day)
  const owed = dues.filter((due) => due.balancePaise > 0)
  const ahead = dues.filter((due) => due.paidPaise > 0 && due.dueOn > day)
  return (
    <OfficeForm state={state} lastResult={lastResult} submit="Confirm leaving" cancelHref={backHref}>
      <input type="hidden" name="shown_for" value={day} />
      <FormRows
        form={leaveForm}
        rows={[['leftOn'], ['reason']]}
        fields={state.fields}
        known={{ leftOn: { latest: today } }}
      />
      {meansDay && (meansDay.errors !== undefined || meansDay.initialValue === 'on') ? (
        <FormRows form={leaveForm} rows={[['meansDay']]} fields={state.fields} />
      ) : null}
      <h2>Dues</h2>
      {owed.length === 0 ? (
        <p className="soft">No dues.</p>
      ) : (
        <>
          <p>{`Ticked dues are cancelled, the others stay due. Those after ${formatDay(day, 'en')} are ticked for you.`}</p>
          <div className="field">
            <DataTable
              caption="Open dues"
              rows={owed}
              rowKey={(due) => due.publicId}
              columns={[
                ...dueColumns,
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
          <p>
            These dues fall after the leaving date and are already paid. If the school refunds them, open their payment
            and refund them there.
          </p>
          <div className="field">
            <DataTable
              caption="Paid in advance"
              rows={ahead}
              rowKey={(due) => due.publicId}
              columns={[
                ...dueColumns,
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
            These end when the student leaves: the bed is released, months that begin on or after that day are not due,
            and the refund is decided afterwards. First settle any open online payment; if the student moved in after
            the leaving date, correct that first.
          </p>
          <ul>
            {hostels.map((hostelApplication) => (
              <li key={hostelApplication.publicId}>
                <a
                  href={schoolPaths.hostelApplication(hostelApplication.publicId)}
                >{`${hostelApplication.hostelName}, room ${hostelApplication.roomNumber}`}</a>
                {hostelApplication.checkedInOn === null
                  ? ': the application is cancelled'
                  : `: checks out, lives there since ${formatDay(hostelApplication.checkedInOn, 'en')}`}
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
              ? ' ends on the leaving date: the seat is released, later fares are not due, and the refund is decided afterwards.'
              : ': the application is cancelled, and the refund is decided afterwards.'}
          </p>
        </>
      )}
      <h2>Seat and account</h2>
      <p>
        {places.length > 0 ? 'The seat is released; the roll number stays in the register. ' : ''}
        The student is signed out everywhere and can no longer sign in. You can re-admit the student later.
      </p>
    </OfficeForm>
  )
}
