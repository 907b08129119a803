import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FactsCard } from '~/components/decisions/facts-card'
import { MoneyCards } from '~/components/decisions/money-cards'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listFacts } from '~/models/audit/list-facts.server'
import { chargesOf } from '~/models/hostels/charges.server'
import { possibleVerbs, shownStatusOf } from '~/models/hostels/decision-rules'
import { listMoneyOfDues, waitingAmong } from '~/models/ledger/money-of-dues.server'
import { formatInstant } from '~/models/shared/calendar'
import { ApplicationCards } from './__application-cards'
import { requireHostelApplication } from './__hostel-application.server'
import { deedWord, refundOpen, statusNames } from './__words'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ application }) => `Hostel application of ${application.studentName}`)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, application: found } = await requireHostelApplication(args, 'hostel-applications:view')
  const { scope, role } = staff
  const [dues, facts] = await Promise.all([
    chargesOf(scope, found),
    listFacts(scope, { kind: 'hostel-application', id: found.id }),
  ])
  const money = await listMoneyOfDues(
    scope,
    dues.map((due) => due.dueId),
  )
  const { id: _id, studentId: _student, ...application } = found
  return {
    application,
    shownStatus: shownStatusOf(application),
    dues: dues.map(({ dueId: _due, period, title, ...due }) => ({
      ...due,
      name: period > 1 ? `${due.name}: ${title}` : due.name,
    })),
    money: { ...money, waiting: waitingAmong(money.payments) },
    isOver: application.status === 'rejected' || application.status === 'cancelled',
    facts,
    offeredUntil: application.offeredUntil && formatInstant(application.offeredUntil, 'en'),
    verbs: possibleVerbs(application),
    seesStudent: mayStaff(role, 'students:view'),
    may: {
      decide: mayStaff(role, 'hostel-applications:decide'),
      collect: mayStaff(role, 'fees:collect'),
      correct: mayStaff(role, 'payments:correct'),
    },
  }
}

export default function HostelApplicationPage() {
  const { application, shownStatus, dues, money, isOver, facts, offeredUntil, verbs, seesStudent, may } =
    useLoaderData<typeof loader>()
  const { word, tone } = statusNames[shownStatus]
  const can = (verb: keyof typeof verbs) => may.decide && verbs[verb]
  const id = application.publicId
  const next = can('approve')
    ? { href: schoolPaths.approveHostel(id), label: 'Approve' }
    : can('checkIn')
      ? { href: schoolPaths.hostelCheckIn(id), label: 'Check in' }
      : can('checkOut')
        ? { href: schoolPaths.hostelCheckOut(id), label: 'Check out' }
        : may.correct && verbs.refund
          ? { href: schoolPaths.hostelRefund(id), label: 'Decide the refund' }
          : null
  return (
    <>
      <PageHead
        title={application.studentName}
        context={
          <>
            <Badge tone={tone}>{word}</Badge>{' '}
            {verbs.refund ? (
              <>
                <Badge tone="warn">{refundOpen}</Badge>{' '}
              </>
            ) : null}
            {`${application.hostelName}, room ${application.roomNumber}`}
          </>
        }
        action={
          next ? (
            <ButtonLink href={next.href} variant="next">
              {next.label}
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        {offeredUntil ? (
          <Alert tone="info" title="A free bed is held">
            <p>{`The student can accept it until ${offeredUntil}; after that it is offered to the next student on the waiting list.`}</p>
          </Alert>
        ) : null}
        {shownStatus === 'waitlisted' ? (
          <Alert
            tone="info"
            title={application.offerLapsedAt ? 'A bed was not accepted in time' : waitingWords(application.ahead)}
          >
            <p>
              {application.offerLapsedAt
                ? 'The student stays on the waiting list, but is not offered a bed automatically again. Approve the application to give a free bed.'
                : 'A bed of this room that becomes free is offered automatically, for 48 hours, to the first student on the waiting list.'}
            </p>
          </Alert>
        ) : null}
        {verbs.refund && !may.correct ? (
          <Alert tone="info" title={refundOpen}>
            <p>The owner or accounts decide the refund.</p>
          </Alert>
        ) : null}
        <ApplicationCards application={application} seesStudent={seesStudent} />
        <MoneyCards
          what="the place"
          isOver={isOver}
          dues={dues}
          {...money}
          mayCollect={may.collect}
          mayCorrect={may.correct}
        />
        <Card title="Remarks">
          <DefinitionList
            items={[
              { label: 'To the student', value: application.adminRemarks },
              ...(application.refundState === 'decided'
                ? [{ label: 'On the refund', value: application.refundRemarks }]
                : []),
            ]}
          />
          {may.decide ? (
            <p>
              <a className="alone" href={schoolPaths.hostelRemarks(id)}>
                Change the remarks
              </a>
            </p>
          ) : null}
        </Card>
        <FactsCard facts={facts} deedWord={deedWord} />
        <p className="actions">
          {can('waitlist') ? (
            <ButtonLink href={schoolPaths.waitlistHostel(id)} variant="secondary">
              Waiting list
            </ButtonLink>
          ) : null}
          {can('reject') ? (
            <ButtonLink href={schoolPaths.rejectHostel(id)} variant="secondary">
              Reject
            </ButtonLink>
          ) : null}
          {can('cancel') ? (
            <ButtonLink href={schoolPaths.cancelHostel(id)} variant="secondary">
              Cancel the application
            </ButtonLink>
          ) : null}
          <ButtonLink href={schoolPaths.hostelApplications} variant="quiet">
            All applications
          </ButtonLink>
        </p>
      </div>
    </>
  )
}

function waitingWords(ahead: number): string {
  return ahead === 0 ? 'First on the waiting list of the room' : `Number ${ahead + 1} on the waiting list of the room`
}
