import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, DataTable, EmptyState, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireGuardian } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { pageOf } from '~/models/core/shared/paging'
import type { Tone } from '~/models/core/shared/tone'
import { listFamilyPayments } from '~/models/money/ledger/online/family-payments.server'
import type { PaymentState } from '~/models/money/ledger/options'

export const handle = pageTitle(() => m.family_payments_title())

/** Combined payments that the guardian made or started, at any school, newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const page = await listFamilyPayments(scope, pageOf(new URL(request.url).searchParams))
  return { ...page, rows: page.rows.map((row) => ({ ...row, startedOn: todayInIndia(row.createdAt) })) }
}

const unpaid = { tone: 'neutral' as const, word: m.family_state_unpaid }
const states: Partial<Record<PaymentState, { tone: Tone; word: () => string }>> = {
  created: unpaid,
  failed: unpaid,
  expired: unpaid,
  pending: { tone: 'info', word: m.family_state_waiting },
}

export default function FamilyPaymentsPage() {
  const { rows, page, pages } = useLoaderData<typeof loader>()
  const language = currentLanguage()
  return (
    <>
      <PageHead title={m.family_payments_title()} />
      {rows.length === 0 ? (
        <EmptyState icon="fees" title={m.payments_list_none()} text={m.family_payments_none_text()} />
      ) : (
        <DataTable
          caption={m.family_payments_title()}
          isRoomy
          rows={rows}
          rowKey={(row) => row.publicId}
          columns={[
            {
              label: m.family_children(),
              role: 'title',
              cell: ({ publicId, children }) => (
                <a href={paths.guardian.payment(publicId)}>{children ?? m.family_child_hidden()}</a>
              ),
            },
            { label: m.family_school(), cell: ({ schoolName }) => schoolName },
            { label: m.payments_list_date(), align: 'nowrap', cell: ({ startedOn }) => formatDay(startedOn, language) },
            {
              label: m.fees_amount(),
              align: 'end',
              cell: ({ amountPaise }) => formatPaise(amountPaise, { style: 'exact' }),
            },
            {
              label: m.fees_status(),
              cell: ({ state }) => {
                const { tone, word } = states[state] ?? { tone: 'good' as const, word: m.fees_paid }
                return <Badge tone={tone}>{word()}</Badge>
              },
            },
          ]}
        />
      )}
      <Pager page={page} pages={pages} hrefFor={paths.guardian.payments} />
      <p className="actions">
        <ButtonLink variant="secondary" href={paths.guardian.pay()} label={m.family_pay_title()} />
      </p>
    </>
  )
}
