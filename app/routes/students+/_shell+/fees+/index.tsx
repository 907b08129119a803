import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Card, DataTable, DefinitionList, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { pageOf } from '~/models/core/shared/paging'
import { listFeeStatus } from '~/models/money/ledger/books/fee-status.server'
import { listUnpaidDues } from '~/models/money/ledger/books/own-dues.server'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'
import { feeColumns, toFeeItem, unpaidFirst } from './__fee-columns'

export const handle = pageTitle(() => m.fees_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, guardian } = await requireStudent(context, request, 'money')
  const mayPay = guardian?.mayPay ?? true
  const status = await listFeeStatus(scope, pageOf(new URL(request.url).searchParams))
  const unpaid = status.lastPage > 1 ? await listUnpaidDues(scope) : status.years.flatMap(unpaidOf).sort(byDueDate)
  const sumOf = (dues: ReadonlyArray<{ balancePaise: number }>) => dues.reduce((sum, due) => sum + due.balancePaise, 0)
  const payable = unpaid.filter((due) => !due.isDeclared)
  return {
    // Total of all years, including those on other pages.
    owed: {
      paise: sumOf(unpaid),
      overduePaise: sumOf(payable.filter((due) => due.isOverdue)),
      declaredPaise: sumOf(unpaid.filter((due) => due.isDeclared)),
      payable: payable.length,
      first: mayPay ? (payable[0]?.publicId ?? null) : null,
    },
    mayPay,
    isGuardians: guardian !== null,
    payer: {
      ...status.student,
      // Hides from a guardian the e-mail address and mobile number, which may be the other parent's. A guardian who may
      // only pay sees no more than the child's name.
      ...(guardian ? { email: null, mobileNumber: null } : {}),
      ...(guardian?.maySee === false ? { gender: null, fatherName: null, dateOfBirth: null } : {}),
    },
    page: status.currentPage,
    pages: status.lastPage,
    years: status.years.map((year) => ({
      id: year.sessionPublicId,
      name: year.sessionName,
      className: year.className,
      rollNumber: year.rollNumber,
      fees: unpaidFirst(year.rows.map(toFeeItem)),
    })),
  }
}

type Years = Awaited<ReturnType<typeof listFeeStatus>>['years']

/** Returns the unpaid dues of a displayed year, so that no further query is needed when all years are displayed. */
const unpaidOf = ({ rows }: Years[number]) =>
  rows
    .filter((row) => !row.isCancelled && row.balancePaise > 0)
    .map(({ duePublicId, overdue, ...row }) => ({ ...row, publicId: duePublicId, isOverdue: overdue }))

const byDueDate = (one: { dueOn: string }, other: { dueOn: string }) => (one.dueOn < other.dueOn ? -1 : 1)

const genders = { Male: m.students_gender_male, Female: m.students_gender_female, Other: m.students_gender_other }

export default function FeesPage() {
  const { owed, mayPay, isGuardians, payer, page, pages, years } = useLoaderData<typeof loader>()
  const particulars = particularsOf(payer)
  return (
    <>
      <PageHead title={m.fees_title()} />
      <Owed {...owed} />
      {payer.creditPaise > 0 ? (
        <Alert tone="info" text={m.fees_credit({ amount: formatPaise(payer.creditPaise, { style: 'exact' }) })} />
      ) : null}
      {years.length === 0 ? (
        <Card>
          <p>{m.fees_none_student()}</p>
        </Card>
      ) : null}
      {years.map((year) => (
        <Card
          key={year.id}
          title={m.fees_year({ name: year.name })}
          aside={
            <p className="soft">
              {[year.className, year.rollNumber === null ? null : m.fees_roll({ number: year.rollNumber })]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          }
        >
          {year.fees.length === 0 ? (
            <p>{m.fees_none_session()}</p>
          ) : (
            <DataTable
              caption={m.fees_title()}
              isRoomy
              columns={feeColumns(mayPay)}
              rows={year.fees}
              rowKey={(fee) => fee.id}
            />
          )}
        </Card>
      ))}
      <Pager
        variant="simple"
        page={page}
        pages={pages}
        hrefFor={(number) => (number === 1 ? paths.student.fees : `${paths.student.fees}?page=${number}`)}
      />
      <Card title={m.fees_student_card()}>
        <DefinitionList items={isGuardians ? particulars.filter(({ value }) => value !== null) : particulars} />
      </Card>
    </>
  )
}

function particularsOf(payer: SerializeFrom<typeof loader>['payer']) {
  return [
    { label: m.fees_full_name(), value: payer.fullName },
    { label: m.students_email(), value: payer.email },
    { label: m.students_gender(), value: payer.gender && genders[payer.gender]() },
    { label: m.fees_father(), value: payer.fatherName },
    { label: m.students_mobile_number(), value: payer.mobileNumber },
    { label: m.students_date_of_birth(), value: payer.dateOfBirth && formatDay(payer.dateOfBirth, currentLanguage()) },
  ]
}

type OwedProps = SerializeFrom<typeof loader>['owed']

/** Key facts first: total balance due, one button to pay it, and the link to past payments. */
function Owed({ paise, overduePaise, declaredPaise, payable, first }: OwedProps) {
  const short = (amount: number) => formatPaise(amount, { style: 'short' })
  return (
    <section className="card owed">
      <p className="soft">{m.fees_owed()}</p>
      <p className="stat-value">{short(paise)}</p>
      {paise === 0 ? <p>{m.payments_several_none()}</p> : null}
      {overduePaise > 0 ? <p className="owed-late">{m.fees_owed_overdue({ amount: short(overduePaise) })}</p> : null}
      {declaredPaise > 0 ? <p>{m.fees_owed_declared({ amount: short(declaredPaise) })}</p> : null}
      <p className="actions">
        {first === null ? null : (
          <a className="btn btn-next" href={payable > 1 ? paths.student.paySeveral() : paths.student.pay(first)}>
            {payable > 1 ? m.payments_several_link() : m.payments_pay_button({ amount: short(paise - declaredPaise) })}
          </a>
        )}
        <a className="btn btn-secondary" href={paths.student.payments()}>
          {m.payments_list_title()}
        </a>
      </p>
    </section>
  )
}

const errorText = () => m.fees_error({ error: m.fees_error_reason() })

export const ErrorBoundary = loadTrouble(paths.student.fees, m.fees_title, errorText, m.fees_try_again)
