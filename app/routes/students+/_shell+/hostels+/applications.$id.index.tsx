import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { roomDuesToPay, roomPaymentStep } from '~/models/money/hostels/apply/room-payment.server'
import { mayCancelStay, monthlyNow } from '~/models/money/hostels/rules'
import { genderWord, hostelTypeWord, roomTypeWord, semesterWord, statusWord } from '~/models/money/hostels/words.server'
import { dueName } from '~/models/money/ledger/due-words'
import { isRefundChecked } from '~/models/people/second-person/requests.server'
import { declarationLines, refundLines, stateOf } from './__application-status.server'
import { requireOwnApplication } from './__own-hostel-application.server'
import { PhoneLink } from './__phone-link'

export const handle = pageTitle(() => m.room_application_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, guardian: reader } = await requireStudent(context, request)
  const application = await requireOwnApplication(scope, params.id)
  const language = currentLanguage()
  const day = (date: string | null) => date && formatDay(date, language)
  const { decidedAt, paidAt, paidPaise, refundedPaise, cancelledBy } = application
  const isChecked = application.refundState === 'open' && (await isRefundChecked(scope, application.publicId))
  const toPay = new Set(roomDuesToPay(application).map((charge) => charge.duePublicId))
  return {
    id: application.publicId,
    status: statusWord(application.status),
    stage: stateOf(application),
    refund: [...refundLines(application), ...(isChecked ? [m.payments_refund_checked()] : [])],
    remarks: application.adminRemarks,
    isOffered: application.offeredUntil !== null && application.status === 'waitlisted',
    declared: declarationLines(application),
    canPay: roomPaymentStep(application) === 'review',
    canCancel: mayCancelStay(application),
    appliedOn: formatInstant(application.appliedAt, language),
    hostel: {
      name: application.hostelName,
      kind: `${genderWord(application.genderType)} · ${hostelTypeWord(application.hostelType)}`,
      address: application.hostelAddress,
      contactNumber: application.contactNumber,
      wardenName: application.wardenName,
      wardenEmail: application.wardenEmail,
    },
    room: `${application.roomNumber} · ${roomTypeWord(application.roomType)}`,
    floorNumber: application.floorNumber,
    stay: {
      academicYear: application.academicYear,
      semester: semesterWord(application.semester),
      checkIn: day(application.checkInDate),
      checkOut: day(application.checkOutDate),
      movedIn: day(application.checkedInOn),
      movedOut: day(application.checkedOutOn),
      countedFrom: day(application.startsOn),
    },
    decided: decidedAt && {
      label: cancelledBy === null ? m.room_decided_on() : m.room_cancelled_on(),
      day: formatDay(todayInIndia(decidedAt), language),
    },
    payment: paidAt
      ? [
          { label: m.room_paid_amount(), value: money(paidPaise + refundedPaise) },
          { label: m.room_paid_on(), value: formatDay(todayInIndia(paidAt), language) },
          ...(refundedPaise > 0 ? [{ label: m.profile_code_refunded(), value: money(refundedPaise) }] : []),
        ]
      : [],
    // Like the profile, hides one parent's number and address from the other.
    guardian: reader
      ? null
      : {
          name: application.guardianName,
          phone: application.guardianPhone,
          email: application.guardianEmail,
          address: application.guardianAddress,
          emergency: application.emergencyContact,
        },
    hasMeals: monthlyNow(application).mealPaise > 0,
    requirements: application.specialRequirements,
    dues: application.charges
      .filter((charge) => charge.state === 'open' || charge.paidPaise > 0)
      .map((charge) => ({
        id: charge.duePublicId,
        name: dueName({ kind: 'hostel', name: charge.name }),
        title: charge.title,
        dueOn: formatDay(charge.dueOn, language),
        amountPaise: charge.amountPaise,
        paidPaise: charge.paidPaise,
        canPay: toPay.has(charge.duePublicId),
      })),
  }
}

type Application = SerializeFrom<typeof loader>

/** Same format as on the payment page. */
const money = (paise: number) => formatPaise(paise, { style: 'short' })

export default function HostelApplicationPage() {
  const application = useLoaderData<typeof loader>()
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
            { label: m.hostels_contact(), value: <PhoneLink number={hostel.contactNumber} /> },
            { label: m.hostels_warden(), value: hostel.wardenName },
            ...(hostel.wardenEmail
              ? [
                  {
                    label: m.hostels_warden_email(),
                    value: <a href={`mailto:${hostel.wardenEmail}`}>{hostel.wardenEmail}</a>,
                  },
                ]
              : []),
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
            ...payment,
          ]}
        />
      </Card>
      {guardian ? (
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
      ) : null}
      <Card title={m.room_step_details()}>
        <DefinitionList
          items={[
            { label: m.payments_part_meals(), value: application.hasMeals ? m.room_yes() : m.room_no() },
            { label: m.hostels_special(), value: application.requirements },
          ]}
        />
      </Card>
      <LinkParagraph href={paths.student.payments('hostel')} label={m.payments_list_title()} />
      <LinkParagraph href={paths.student.hostelApplications} label={m.room_to_applications()} />
    </>
  )
}

function NextSteps({ application: { id, isOffered, canPay, canCancel } }: { application: Application }) {
  if (!isOffered && !canPay && !canCancel) return null
  return (
    <p className="actions">
      {isOffered ? (
        <ButtonLink href={paths.student.hostelOffer(id)} variant="next" label={m.room_offer_accept()} />
      ) : null}
      {canPay ? (
        <ButtonLink href={paths.student.payHostel(id)} variant={isOffered ? 'primary' : 'next'} label={m.room_pay()} />
      ) : null}
      {canCancel ? (
        <ButtonLink href={paths.student.cancelHostel(id)} variant="secondary" label={m.room_cancel_application()} />
      ) : null}
    </p>
  )
}

function Dues({ dues }: Pick<Application, 'dues'>) {
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
