import type { ReactNode } from 'react'
import { FailedRefunds, PaymentsTable, RefundsTable } from '~/components/decisions/payment-tables'
import { WaitingMoney, WaitingMoneyOfEnded } from '~/components/decisions/waiting-money'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, LinkParagraph, PageHead } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { Fact } from '~/models/core/audit/list-facts.server'
import { formatDay, formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import { refundOpen } from '~/models/money/subscriptions/office-words'
import type { RefundDecisionState } from '~/models/money/subscriptions/options'
import type { loadApplicationDetails } from './__application.server'
import { StatusBadges } from './__application-columns'

type Items = Parameters<typeof DefinitionList>[0]['items']
/** Link to a step, with `can` set if the step is possible now. */
type Step = { can: boolean; href: string; label: string }
type ApplicationDetails = Awaited<ReturnType<typeof loadApplicationDetails>>

type ApplicationPageProps = {
  of: {
    studentName: string
    studentPublicId: string
    classSection: string | null
    enrollmentNumber: string
    refundState: RefundDecisionState
    refundRemarks: string | null
  }
  details: ApplicationDetails
  status: { word: string; tone: Tone }
  /** `asked`: what was applied for, shown after the status. `what`: completes captions such as `Dues for the place`. */
  asked: string
  what: string
  /** The first possible step of `next` is the page's main action; all possible steps of `others` are shown below. */
  next: readonly Step[]
  others: readonly Step[]
  allHref: string
  alert?: ReactNode
  /** Facts about the student, then about the application, one card each. */
  student: Items
  cards: ReadonlyArray<{ title: string; items: Items; above?: ReactNode; below?: ReactNode }>
  remarks: string | null
  remarksHref?: string
  deedWord: (fact: Fact) => string
}

export function ApplicationPage(props: ApplicationPageProps) {
  const { of, details, status, student, alert, remarksHref, deedWord } = props
  const { may, facts } = details
  const next = props.next.find(({ can }) => can)
  return (
    <>
      <PageHead
        title={of.studentName}
        context={
          <>
            <StatusBadges status={status} refundState={of.refundState} /> {props.asked}
          </>
        }
        action={next ? <ButtonLink href={next.href} variant="next" label={next.label} /> : undefined}
      />
      <div className="stack">
        {alert}
        <WaitingRequests requests={details.requests} />
        {of.refundState === 'open' && !may.correct ? (
          <Alert tone="info" title={refundOpen} text="The owner or accounts decide on the refund." />
        ) : null}
        <Card title="Student">
          <DefinitionList
            items={[
              {
                label: 'Name',
                value: may.seeStudent ? (
                  <a href={schoolPaths.student(of.studentPublicId)}>{of.studentName}</a>
                ) : (
                  of.studentName
                ),
              },
              { label: 'Class', value: of.classSection },
              { label: 'Enrollment number', value: of.enrollmentNumber },
              ...student,
            ]}
          />
        </Card>
        {props.cards.map(({ title, items, above, below }) => (
          <Card key={title} title={title}>
            {above}
            <DefinitionList items={items} />
            {below}
          </Card>
        ))}
        <MoneyCards what={props.what} {...details} />
        <Card title="Remarks">
          <DefinitionList
            items={[
              { label: 'To the student', value: props.remarks },
              ...(of.refundState === 'decided' ? [{ label: 'About the refund', value: of.refundRemarks }] : []),
            ]}
          />
          {remarksHref && may.decide ? <LinkParagraph href={remarksHref} label="Change the remarks" /> : null}
        </Card>
        <Card title="What happened">
          <DataTable
            caption="What happened"
            rows={facts.map((fact, index) => ({ ...fact, index }))}
            rowKey={(fact) => fact.index}
            columns={[
              { label: 'What', role: 'title', cell: deedWord },
              { label: 'When', align: 'nowrap', cell: (fact) => formatInstant(fact.at, 'en') },
              { label: 'By', cell: (fact) => (fact.actorKind === 'system' ? 'Shala' : fact.actorName) },
            ]}
          />
        </Card>
        <p className="actions">
          {props.others
            .filter(({ can }) => can)
            .map(({ href, label }) => (
              <ButtonLink key={href} href={href} variant="secondary" label={label} />
            ))}
          <ButtonLink href={props.allHref} variant="quiet" label="All applications" />
        </p>
      </div>
    </>
  )
}

function MoneyCards({ what, isOver, dues, waiting, payments, refunds, may }: ApplicationDetails & { what: string }) {
  const Waiting = isOver ? WaitingMoneyOfEnded : WaitingMoney
  return (
    <>
      <Waiting payments={waiting} mayCorrect={may.correct} />
      {payments.map((payment) =>
        payment.excessPaise > 0 ? (
          <Alert key={payment.publicId} tone="warn" title={`${exactRupees(payment.excessPaise)} is excess`}>
            <p>
              It was received when nothing was due any more, and the school still holds it.{' '}
              {may.correct ? (
                <a href={schoolPaths.payment(payment.publicId)}>Open the payment to refund it</a>
              ) : (
                'The owner or accounts can refund it.'
              )}
            </p>
          </Alert>
        ) : null,
      )}
      <FailedRefunds refunds={refunds} mayCorrect={may.correct} />
      <Card title="Dues">
        {dues.length === 0 ? (
          <p>
            {isOver ? 'There were no dues for this application.' : 'Nothing is due until the application is approved.'}
          </p>
        ) : (
          <DataTable
            caption={`Dues for ${what}`}
            rows={dues}
            rowKey={(due) => due.duePublicId}
            columns={[
              { label: 'Due', role: 'title', cell: (due) => due.name },
              { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
              { label: 'Amount', align: 'end', cell: (due) => exactRupees(due.amountPaise) },
              { label: 'Paid', align: 'end', cell: (due) => exactRupees(due.paidPaise) },
              {
                label: 'Status',
                cell: (due) =>
                  due.state === 'cancelled' ? (
                    <Badge tone="neutral">Not owed</Badge>
                  ) : due.paidPaise >= due.amountPaise ? (
                    <Badge tone="good">Paid</Badge>
                  ) : may.collect ? (
                    <a href={schoolPaths.collect(due.duePublicId)} aria-label={`Record a payment for ${due.name}`}>
                      Record payment
                    </a>
                  ) : (
                    <Badge tone="warn">Unpaid</Badge>
                  ),
              },
            ]}
          />
        )}
      </Card>
      {payments.length > 0 ? (
        <Card title="Payments">
          <PaymentsTable what={what} payments={payments} />
        </Card>
      ) : null}
      {refunds.length > 0 ? (
        <Card title="Refunds">
          <RefundsTable what={what} refunds={refunds} />
        </Card>
      ) : null}
    </>
  )
}

export const exactRupees = (paise: number) => formatPaise(paise, { style: 'exact' })
