import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Column, DataTable, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { nameOnCard } from '~/models/learning/report-cards/card-words'
import { listOwnCards } from '~/models/learning/report-cards/own-cards.server'

export const handle = pageTitle(() => m.cards_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const cards = await listOwnCards(scope)
  return cards.map(({ publicId, issuedOn, sessionName, withheld, card }) => ({
    publicId,
    issuedOn,
    sessionName,
    isWithheld: withheld !== null,
    className: card.className,
    termName: card.terms.at(-1)?.name ?? '',
  }))
}

type Row = Awaited<ReturnType<typeof loader>>[number]

/** Columns of the table, with one for withheld cards if there are any. */
function columns(isAnyWithheld: boolean): Column<Row>[] {
  return [
    {
      label: m.cards_title_one(),
      role: 'title',
      cell: (row) => (
        <a href={paths.student.schemeCard(row.publicId)}>{`${row.sessionName}, ${nameOnCard(row.termName)}`}</a>
      ),
    },
    { label: m.exams_class(), cell: (row) => row.className },
    { label: m.cards_issued(), align: 'nowrap', cell: (row) => formatDay(row.issuedOn, currentLanguage()) },
    ...(isAnyWithheld
      ? [
          {
            label: m.cards_status(),
            cell: (row: Row) =>
              row.isWithheld ? <span className="badge warn">{m.cards_withheld()}</span> : m.cards_published(),
          },
        ]
      : []),
  ]
}

export default function ReportCardsPage() {
  const cards = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.cards_title()} context={<a href={paths.student.results}>{m.results_all()}</a>} />
      {cards.length === 0 ? (
        <EmptyState icon="exam" title={m.cards_none()} text={m.cards_none_text()} />
      ) : (
        <DataTable
          caption={m.cards_title()}
          columns={columns(cards.some(({ isWithheld }) => isWithheld))}
          rows={cards}
          rowKey={(row) => row.publicId}
        />
      )}
    </>
  )
}
