import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OwnPayments, toOwnPaymentItem } from '~/components/payments/own-payments'
import { Card, EmptyState, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { pageOf } from '~/models/core/shared/paging'
import { listStatementSessions } from '~/models/money/ledger/books/statement.server'
import { listOwnPayments } from '~/models/money/ledger/online/own-payments.server'
import { dueKinds } from '~/models/money/ledger/options'

export const handle = pageTitle(() => m.payments_list_title(), { isKept: true })

/** Past payments, newest first. If the URL names a kind of dues, only payments for that kind. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'money')
  const query = new URL(request.url).searchParams
  const kind = dueKinds.find((one) => one === query.get('kind')) ?? null
  const [{ rows, page, pages }, sessions] = await Promise.all([
    listOwnPayments(scope, { kind, page: pageOf(query) }),
    listStatementSessions(scope),
  ])
  return { kind, page, pages, sessions, payments: rows.map(toOwnPaymentItem) }
}

export default function OwnPaymentsPage() {
  const { kind, page, pages, sessions, payments } = useLoaderData<typeof loader>()
  const hrefFor = (number: number) => {
    const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(number > 1 ? { page: String(number) } : {}) })
    return `${paths.student.payments()}?${query}`
  }
  return (
    <>
      <PageHead title={m.payments_list_title()} />
      {payments.length === 0 ? (
        <EmptyState icon="fees" title={m.payments_list_none()} text={m.payments_list_none_text()} />
      ) : (
        <OwnPayments caption={m.payments_list_title()} payments={payments} />
      )}
      <Pager page={page} pages={pages} hrefFor={hrefFor} />
      {sessions.length > 0 || payments.length > 0 ? (
        <Card title={m.payments_statement_title()}>
          <p>{m.payments_statement_text()}</p>
          <p className="actions">
            <a className="btn btn-secondary" href={paths.student.statement()} data-file>
              {m.payments_statement_all()}
            </a>
            {sessions.map(({ publicId, name }) => (
              <a key={publicId} className="btn btn-secondary" href={paths.student.statement(publicId)} data-file>
                {name}
              </a>
            ))}
          </p>
        </Card>
      ) : null}
      <p className="actions">
        {kind === null ? null : (
          <a className="btn btn-secondary" href={paths.student.payments()}>
            {m.payments_list_all()}
          </a>
        )}
        <a className="btn btn-secondary" href={paths.student.fees}>
          {m.payments_to_fees()}
        </a>
      </p>
    </>
  )
}
