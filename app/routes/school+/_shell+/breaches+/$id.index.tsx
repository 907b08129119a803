import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { authorityWords } from '~/models/entry/breaches/breach-words'
import { breaches, clocksAt } from '~/models/entry/breaches/cases.server'
import { type Clock, hoursInWords, momentOfDay } from '~/models/entry/breaches/rules'

export const handle = pageTitle<{ found: { title: string } }>((data) => data?.found.title ?? 'Data breach')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'breaches:handle')
  const found = foundOr404(isPublicId(params.id) ? await breaches.find(scope, params.id) : null)
  return { found, clocks: clocksAt(found, new Date()) }
}

const moment = (at: Date | null) => (at === null ? null : formatInstant(at, 'en'))

export default function BreachPage() {
  const { found, clocks } = useLoaderData<typeof loader>()
  const { publicId: id } = found
  const isOpen = found.closedAt === null
  const link = (href: string, words: string, isFile?: true) => (
    <a className="alone" href={href} {...(isFile ? { 'data-reload': true } : {})}>
      {words}
    </a>
  )
  return (
    <>
      <PageHead
        title={found.title}
        context={`Noticed ${moment(momentOfDay(found.noticedOn, found.noticedMinute))}`}
        action={isOpen ? <ButtonLink href={schoolPaths.sendBreach(id)}>Send the notice</ButtonLink> : undefined}
      />
      {isOpen ? null : (
        <Alert tone="info" title={`Closed ${moment(found.closedAt)}`}>
          <p>{found.closingRemarks}</p>
        </Alert>
      )}
      <div className="stack">
        <Card title="Authorities" aside={link(schoolPaths.breachTold(id), 'Record a report')}>
          <DataTable
            caption="Authorities"
            rows={clocks}
            rowKey={(row) => row.authority}
            columns={[
              { label: 'Who is told', role: 'title', cell: (row) => authorityWords[row.authority] },
              { label: 'Due', align: 'nowrap', cell: (row) => moment(row.dueAt) ?? 'At once' },
              { label: 'Status', cell: (row) => <ClockBadge {...row} /> },
              { label: 'Told', align: 'nowrap', cell: (row) => moment(row.toldAt) ?? '–' },
              { label: 'Reference', cell: (row) => row.reference ?? '–' },
            ]}
          />
          <div className="actions">
            {link(schoolPaths.breachBoardFile(id), 'Report for the Board (PDF)', true)}
            {link(schoolPaths.breachBoardSheet(id), 'The same as CSV', true)}
          </div>
        </Card>
        <Card title="People affected" aside={link(schoolPaths.peopleOfBreach(id), 'Show them')}>
          <DefinitionList
            items={[
              { label: 'Affected', value: String(found.people) },
              { label: 'Told', value: String(found.told) },
              { label: 'Said that they, or a guardian, have read it', value: String(found.read) },
              {
                label: 'Mails',
                value: `${found.mailsHandedOver} handed over, ${found.mailsWaiting} waiting, ${found.mailsFailed} failed or come back`,
              },
              {
                label: 'SMS and WhatsApp',
                value: `${found.messagesDelivered} delivered, ${found.messagesSent} sent, ${found.messagesUnsure} not known whether sent, ${found.messagesWaiting} waiting, ${found.messagesFailed} not sent or not delivered`,
              },
              { label: 'Told without a mail', value: String(found.unmailed) },
              { label: 'First sent', value: found.sentAt && `${moment(found.sentAt)}, ${found.sentByName}` },
            ]}
          />
          {isOpen ? (
            <div className="actions">
              {link(schoolPaths.chooseBreachPeople(id), 'Choose people')}
              {link(schoolPaths.findBreachPeople(id), 'Find people in the logs')}
              {found.sentAt === null
                ? link(schoolPaths.breachText(id), found.hasText ? 'Change the words' : 'Write the words')
                : null}
              {link(schoolPaths.closeBreach(id), 'Close the case')}
            </div>
          ) : null}
        </Card>
        <Card title="Facts" aside={link(schoolPaths.editBreach(id), 'Change the facts')}>
          <DefinitionList
            items={[
              { label: 'What happened', value: found.nature },
              { label: 'Extent', value: found.extent },
              { label: 'When', value: found.happened },
              { label: 'Where', value: found.location },
              { label: 'Who or what caused it', value: found.cause },
              { label: 'Measures', value: found.measures },
              { label: 'Against its happening again', value: found.remedies },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

function ClockBadge({ toldAt, isLate, minutesLeft }: Clock) {
  if (toldAt) return <Badge tone={isLate ? 'warn' : 'good'}>{isLate ? 'Told late' : 'Told'}</Badge>
  if (minutesLeft === null) return <Badge tone="warn">Not told yet</Badge>
  return (
    <Badge tone={isLate ? 'bad' : 'warn'}>
      {isLate ? `${hoursInWords(minutesLeft)} late` : `${hoursInWords(minutesLeft)} left`}
    </Badge>
  )
}
