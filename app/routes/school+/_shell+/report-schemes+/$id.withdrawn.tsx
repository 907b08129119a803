import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, type Column, DataTable, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { listWithdrawn } from '~/models/learning/report-cards/publish-cards.server'
import { requireSectionCards } from './__scheme-guard.server'
import { sectionFilterOf } from './__section-filter'

export const handle = pageTitle(() => 'Withdrawn cards')

/** Withdrawn cards of a section, as the families received them. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireSectionCards(context, request, params.id, 'exams:view')
  const { scope, scheme, section, term } = visit
  const cards = await listWithdrawn(scope, scheme, { section, termKey: term.key })
  const { id, name, at } = sectionFilterOf(visit)
  return {
    id,
    name,
    at,
    context: `${section.name}, ${term.name}`,
    cards: cards.map(({ card, ...row }) => ({ ...row, name: card.name, number: card.enrollmentNumber })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['cards'][number]

export default function WithdrawnCardsPage() {
  const { id, name, at, context, cards } = useLoaderData<typeof loader>()
  const columns: Column<Row>[] = [
    { label: 'Student', role: 'title', cell: (row) => row.name },
    { label: 'Enrollment number', cell: (row) => row.number },
    {
      label: 'Published',
      cell: (row) => (
        <>
          {`${formatDay(row.issuedOn, 'en')}, `}
          <a href={schoolPaths.schemeRevision(id, row.revision)}>{`revision ${row.revision}`}</a>
        </>
      ),
    },
    { label: 'Withdrawn', align: 'nowrap', cell: (row) => formatDay(row.withdrawnOn, 'en') },
    { label: 'Reason', cell: (row) => row.reason },
    {
      label: 'Print',
      cell: (row) => (
        <a
          href={schoolPaths.schemeCardsFile(id, { ...at, withdrawn: row.publicId })}
          aria-label={`Print the withdrawn card of ${row.name}`}
          data-file
        >
          PDF
        </a>
      ),
    },
  ]
  const back = schoolPaths.schemeCards(id, at)
  return (
    <>
      <PageHead
        title="Withdrawn cards"
        context={
          <>
            {`${context}, `}
            <a href={back}>{name}</a>
          </>
        }
      />
      {cards.length === 0 ? (
        <EmptyState
          icon="exam"
          title="No card was withdrawn"
          text="Withdrawn cards are kept here as the family had them, with the reason."
          action={<ButtonLink href={back} label="Back to the cards" />}
        />
      ) : (
        <DataTable isRoomy caption="Withdrawn cards" columns={columns} rows={cards} rowKey={(row) => row.publicId} />
      )}
    </>
  )
}
