import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Badge, ButtonLink, type Column, DataTable, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { listCards } from '~/models/learning/report-cards/publish-cards.server'
import { maxCardsOfFile } from '~/models/learning/report-cards/scheme-options'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { requireCards } from './__scheme-guard.server'
import { lateWords, missingWords } from './__scheme-words'
import { SectionFilter, sectionFilterOf } from './__section-filter'

export const handle = pageTitle(() => 'Report cards')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireCards(context, request, params.id, 'exams:view')
  const { staff, scope, scheme, section, term } = visit
  const { cards } = section ? await listCards(scope, scheme, { section, termKey: term.key }, 'marks') : { cards: [] }
  return {
    ...sectionFilterOf(visit),
    isWhole: scheme.definition.terms.at(-1)?.key === term.key,
    mayEdit: mayStaff(staff.role, 'exams:edit'),
    trouble: new URL(request.url).searchParams.has('trouble'),
    cards: cards.map(({ publicId, card, missing, issuedOn, revision, isOther, withheld, ...row }) => ({
      publicId,
      issuedOn,
      revision,
      isOther,
      withheld,
      joinedAfter: row.joinedAfter,
      name: card.name,
      rollNumber: card.rollNumber,
      percent: card.year.percent,
      outcome: card.year.outcome,
      isEmpty: missing.isEmpty,
      missing: [missingWords(missing), row.hasOtherMarks ? 'marks of another class are not on it' : '']
        .filter(Boolean)
        .join('; '),
    })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['cards'][number]

const outcomes = { pass: 'Passed', improve: 'Needs improvement', waiting: '–' }

export default function CardsPage() {
  const page = useLoaderData<typeof loader>()
  const { id, at, cards, mayEdit } = page
  const availableCards = cards.filter(({ isEmpty, issuedOn }) => !isEmpty || issuedOn !== null)
  const printed = availableCards.filter(({ withheld }) => withheld === null)
  const late = lateWords(cards)
  const published = cards.filter(({ issuedOn }) => issuedOn !== null).length
  const parts = Math.ceil(printed.length / maxCardsOfFile)
  const partName = (part: number) =>
    parts === 1
      ? 'Print report cards'
      : `Print cards ${part * maxCardsOfFile - maxCardsOfFile + 1} to ${Math.min(part * maxCardsOfFile, printed.length)}`
  const columns: Column<Row>[] = [
    { label: 'Roll', align: 'end', cell: (row) => row.rollNumber ?? '–' },
    { label: 'Student', role: 'title', cell: (row) => row.name },
    ...(page.isWhole
      ? [
          {
            label: 'Year',
            align: 'end',
            cell: (row: Row) => (row.percent === null ? '–' : `${row.percent}%`),
          } satisfies Column<Row>,
          { label: 'Result', cell: (row: Row) => (row.outcome ? outcomes[row.outcome] : '–') } satisfies Column<Row>,
        ]
      : []),
    { label: 'Missing', cell: (row) => row.missing || '–' },
    {
      label: 'Card',
      cell: (row) =>
        row.withheld !== null ? (
          <Badge tone="warn">{`Withheld: ${row.withheld}`}</Badge>
        ) : row.issuedOn === null ? (
          'Not published'
        ) : (
          <>
            {`Published ${formatDay(row.issuedOn, 'en')}, `}
            <a
              href={schoolPaths.schemeRevision(id, row.revision)}
              aria-label={`Revision ${row.revision}, of ${row.name}`}
            >{`revision ${row.revision}`}</a>
            {row.isOther ? <span className="soft"> (marks, grades or result have changed since)</span> : null}
          </>
        ),
    },
    {
      label: 'Print',
      cell: (row) =>
        row.isEmpty && row.issuedOn === null ? (
          '–'
        ) : (
          <a
            href={schoolPaths.schemeCardsFile(id, { ...at, student: row.publicId })}
            aria-label={`Print the card of ${row.name}`}
            data-file
          >
            PDF
          </a>
        ),
    },
    ...(mayEdit
      ? [
          {
            label: 'Withhold',
            cell: (row: Row) =>
              row.withheld === null ? (
                <a href={schoolPaths.withholdCards(id, row.publicId)} aria-label={`Withhold the cards of ${row.name}`}>
                  Withhold
                </a>
              ) : (
                <a href={schoolPaths.releaseCards(id, row.publicId)} aria-label={`Release the cards of ${row.name}`}>
                  Release
                </a>
              ),
          } satisfies Column<Row>,
          {
            label: 'Withdraw',
            cell: (row: Row) =>
              row.issuedOn === null ? (
                '–'
              ) : (
                <a
                  href={schoolPaths.withdrawSchemeCards(id, { ...at, student: row.publicId })}
                  aria-label={`Withdraw the card of ${row.name}`}
                >
                  Withdraw
                </a>
              ),
          } satisfies Column<Row>,
        ]
      : []),
  ]
  return (
    <>
      <PageHead title="Report cards" context={<a href={schoolPaths.reportScheme(id)}>{page.name}</a>} />
      <SectionFilter {...page} action={schoolPaths.schemeCards(id)} />
      {page.trouble ? (
        <Alert tone="warn" title="Nothing to print yet" text="No marks have been entered here yet." />
      ) : null}
      {cards.length === 0 ? (
        <EmptyState
          icon="exam"
          title="No student yet"
          text="No student is enrolled in this section in the scheme’s session."
          action={<ButtonLink href={schoolPaths.reportScheme(id)} label="Back to the scheme" />}
        />
      ) : (
        <>
          <div className="actions">
            {mayEdit && availableCards.length > published ? (
              <ButtonLink href={schoolPaths.publishSchemeCards(id, at)} variant="next" label="Publish report cards" />
            ) : null}
            {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
              <a
                key={part}
                className="btn btn-secondary"
                href={schoolPaths.schemeCardsFile(id, { ...at, part })}
                data-file
              >
                {partName(part)}
              </a>
            ))}
            <ButtonLink href={schoolPaths.schemeEntries(id, at)} variant="secondary" label="Grades and remarks" />
            {mayEdit && published > 0 ? (
              <ButtonLink href={schoolPaths.withdrawSchemeCards(id, at)} variant="secondary">
                Withdraw report cards
              </ButtonLink>
            ) : null}
            <ButtonLink href={schoolPaths.withdrawnSchemeCards(id, at)} variant="quiet" label="Withdrawn cards" />
          </div>
          {availableCards.length > printed.length ? (
            <p className="soft">{`${counted(availableCards.length - printed.length, 'withheld card')} not in the file; PDF prints one by itself.`}</p>
          ) : null}
          {late === '' ? null : <p className="soft">{late}</p>}
          <DataTable isRoomy caption="Report cards" columns={columns} rows={cards} rowKey={(row) => row.publicId} />
        </>
      )}
    </>
  )
}
