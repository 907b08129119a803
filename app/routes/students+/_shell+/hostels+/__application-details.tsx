import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import type { Tone } from '~/models/shared/tone'

interface DueView {
  id: string
  name: string
  title: string
  dueOn: string
  amountPaise: number
  paidPaise: number
  canPay: boolean
}

/** An application in words. */
export interface ApplicationDetailsView {
  id: string
  status: string
  stage: { tone: Tone; text: string }
  refund: string[]
  remarks: string | null
  isOffered: boolean
  /** How it stands with what the student has declared. */
  declared: string[]
  canPay: boolean
  canCancel: boolean
  appliedOn: string
  hostel: {
    name: string
    kind: string
    address: string
    contactNumber: string
    wardenName: string
    wardenEmail: string | null
  }
  room: string
  floorNumber: number
  stay: {
    academicYear: string
    semester: string
    checkIn: string | null
    checkOut: string | null
    movedIn: string | null
    movedOut: string | null
    countedFrom: string | null
  }
  /** When the school decided, or the student took it back. */
  decided: { label: string; day: string } | null
  payment: { amountPaise: number; day: string } | null
  guardian: { name: string; phone: string; email: string | null; address: string | null; emergency: string }
  hasMeals: boolean
  requirements: string | null
  dues: DueView[]
}

const money = (paise: number) => formatPaise(paise, { style: 'exact' })

/** All that the student may know about an application, and what can be done about it now. */
export function ApplicationDetails({ application }: { application: ApplicationDetailsView }) {
  const { id, stage, refund, remarks, hostel, stay, guardian, decided, payment } = application
  return (
    <>
      <PageHead title={m.room_application_title()} context={<Badge tone={stage.tone}>{application.status}</Badge>} />
      <Alert tone={stage.tone === 'bad' ? 'warn' : stage.tone} title={application.status}>
        <p>{stage.text}</p>
        {refund.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Alert>
      {application.declared.length > 0 ? (
        <Alert tone="info">
          {application.declared.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      ) : null}
      <NextSteps application={application} />
      {remarks ? (
        <Card title={m.hostels_remarks()}>
          <p className="typed">{remarks}</p>
        </Card>
      ) : null}
      {application.dues.length > 0 ? <Dues dues={application.dues} /> : null}
      <Card title={m.room_hostel()}>
        <DefinitionList
          items={[
            { label: m.room_hostel(), value: hostel.name },
            { label: m.room_kind(), value: hostel.kind },
            { label: m.hostels_address(), value: hostel.address },
            { label: m.hostels_contact(), value: hostel.contactNumber },
            { label: m.hostels_warden(), value: hostel.wardenName },
            ...(hostel.wardenEmail ? [{ label: m.hostels_warden_email(), value: hostel.wardenEmail }] : []),
            { label: m.hostels_room(), value: application.room },
            { label: m.hostels_floor(), value: application.floorNumber },
          ]}
        />
      </Card>
      <Card title={m.room_stay()}>
        <DefinitionList
          items={[
            { label: m.room_application_id(), value: id },
            { label: m.hostels_applied_on(), value: application.appliedOn },
            ...(decided ? [{ label: decided.label, value: decided.day }] : []),
            { label: m.hostels_academic_year(), value: stay.academicYear },
            { label: m.hostels_period(), value: stay.semester },
            { label: m.hostels_check_in(), value: stay.checkIn },
            { label: m.hostels_check_out(), value: stay.checkOut },
            ...(stay.countedFrom ? [{ label: m.room_counted_from(), value: stay.countedFrom }] : []),
            ...(stay.movedIn ? [{ label: m.room_moved_in(), value: stay.movedIn }] : []),
            ...(stay.movedOut ? [{ label: m.room_moved_out(), value: stay.movedOut }] : []),
            ...(payment
              ? [
                  { label: m.room_paid_amount(), value: money(payment.amountPaise) },
                  { label: m.room_paid_on(), value: payment.day },
                ]
              : []),
          ]}
        />
      </Card>
      <Card title={m.room_step_guardian()}>
        <DefinitionList
          items={[
            { label: m.room_guardian_name(), value: guardian.name },
            { label: m.room_guardian_phone(), value: guardian.phone },
            { label: m.room_guardian_mail(), value: guardian.email },
            { label: m.room_guardian_home(), value: guardian.address },
            { label: m.room_emergency(), value: guardian.emergency },
          ]}
        />
      </Card>
      <Card title={m.room_step_details()}>
        <DefinitionList
          items={[
            { label: m.payments_part_meals(), value: application.hasMeals ? m.room_yes() : m.room_no() },
            { label: m.hostels_special(), value: application.requirements },
          ]}
        />
      </Card>
      <p>
        <a className="alone" href={paths.student.hostelApplications}>
          {m.room_to_applications()}
        </a>
      </p>
    </>
  )
}

function NextSteps({ application: { id, isOffered, canPay, canCancel } }: { application: ApplicationDetailsView }) {
  if (!isOffered && !canPay && !canCancel) return null
  return (
    <p className="actions">
      {isOffered ? (
        <ButtonLink href={paths.student.hostelOffer(id)} variant="next">
          {m.room_offer_accept()}
        </ButtonLink>
      ) : null}
      {canPay ? (
        <ButtonLink href={paths.student.payHostel(id)} variant={isOffered ? 'primary' : 'next'}>
          {m.room_pay()}
        </ButtonLink>
      ) : null}
      {canCancel ? (
        <ButtonLink href={paths.student.cancelHostel(id)} variant="secondary">
          {m.room_cancel_application()}
        </ButtonLink>
      ) : null}
    </p>
  )
}

function Dues({ dues }: { dues: readonly DueView[] }) {
  return (
    <Card title={m.room_dues()}>
      <DataTable
        caption={m.room_dues()}
        rows={dues}
        rowKey={(due) => due.id}
        columns={[
          { label: m.payments_for(), role: 'title', cell: (due) => `${due.name} · ${due.title}` },
          { label: m.room_due_on(), align: 'nowrap', cell: (due) => due.dueOn },
          { label: m.room_amount(), align: 'end', cell: (due) => money(due.amountPaise) },
          { label: m.room_paid(), align: 'end', cell: (due) => money(due.paidPaise) },
          {
            label: m.room_pay(),
            role: 'actions',
            cell: (due) =>
              due.canPay ? (
                <a href={paths.student.pay(due.id)} aria-label={`${m.room_pay()}: ${due.name} · ${due.title}`}>
                  {m.room_pay()}
                </a>
              ) : null,
          },
        ]}
      />
    </Card>
  )
}
