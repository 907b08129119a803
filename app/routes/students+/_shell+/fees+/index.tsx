import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { Alert, Card, DataTable, DefinitionList, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { listFeeStatus } from '~/models/ledger/fee-status.server'
import { formatDay } from '~/models/shared/calendar'
import { pageOf } from '~/models/shared/paging'
import { feeColumns, toFeeItem } from './__fee-columns'

export const handle = pageTitle(() => m.fees_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const status = await listFeeStatus(scope, pageOf(new URL(request.url).searchParams))
  return {
    payer: status.student,
    page: status.currentPage,
    pages: status.lastPage,
    years: status.years.map((year) => ({
      id: year.sessionPublicId,
      name: year.sessionName,
      className: year.className,
      rollNumber: year.rollNumber,
      fees: year.rows.map(toFeeItem),
    })),
  }
}

const genders = { Male: m.students_gender_male, Female: m.students_gender_female, Other: m.students_gender_other }

export default function FeesPage() {
  const { payer, page, pages, years } = useLoaderData<typeof loader>()
  const { location } = useNavigation()
  return (
    <>
      <PageHead title={m.fees_title()} />
      {location?.pathname === paths.student.fees ? (
        <p className="soft" role="status">
          {m.fees_loading()}
        </p>
      ) : null}
      <Card title={m.fees_student_card()}>
        <DefinitionList
          items={[
            { label: m.fees_full_name(), value: payer.fullName },
            { label: m.students_email(), value: payer.email },
            { label: m.students_gender(), value: genders[payer.gender]() },
            { label: m.fees_father(), value: payer.fatherName },
            { label: m.students_mobile_number(), value: payer.mobileNumber },
            { label: m.students_date_of_birth(), value: formatDay(payer.dateOfBirth, currentLanguage()) },
          ]}
        />
      </Card>
      {years.flatMap((year) => year.fees).filter((fee) => fee.status !== 'paid').length > 1 ? (
        <p>
          <a className="btn" href={paths.student.paySeveral()}>
            {m.payments_several_link()}
          </a>
        </p>
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
              {year.className === null ? null : m.fees_class({ name: year.className })}
              {year.rollNumber === null ? null : ` · ${m.fees_roll({ number: year.rollNumber })}`}
            </p>
          }
        >
          {year.fees.length === 0 ? (
            <p>{m.fees_none_session()}</p>
          ) : (
            <DataTable
              caption={m.fees_year({ name: year.name })}
              columns={feeColumns()}
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
    </>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <PageHead title={m.fees_title()} />
      <Alert tone="bad">
        <p>{m.fees_error({ error: m.fees_error_reason() })}</p>
        <p>
          <a className="alone" href={paths.student.fees}>
            {m.fees_try_again()}
          </a>
        </p>
      </Alert>
    </>
  )
}
