import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { checkDelays } from '~/components/payments/payment-step'
import { useMoveOn } from '~/components/payments/use-move-on'
import { ButtonLink, Card, PageHead } from '~/components/ui'
import { isEnhanced } from '~/http/render-mode.server'
import { listViewOf } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { isImportLost } from '~/models/entry/imports/imports.server'
import { kindNames, rowOutcomes, unclear } from '~/models/entry/imports/options'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'
import { groupedCount } from './__counts'
import { ImportReport } from './__import-report'
import { reportOf } from './__report.server'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>>['data']>((view) => view?.title ?? 'Import')

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args
  const { scope, record, kinds } = await requireImport(args)
  const view = listViewOf(request, { sorts: ['line'], filters: { outcome: [...rowOutcomes, unclear], rows: ['all'] } })
  const { state } = record
  const base = {
    id: record.publicId,
    title: `${kindNames[record.kind]}: ${record.fileName}`,
    about: [record.sessionName, record.startedByName, formatInstant(record.createdAt, 'en')]
      .filter(Boolean)
      .join(' · '),
  }
  if (state === 'checking' || state === 'running' || state === 'undoing') {
    // Refreshes often at first, then every half minute until the work is done.
    const requestedLook = Number(new URL(request.url).searchParams.get('look') ?? 1)
    const look = Math.min(Math.max(1, Math.trunc(requestedLook) || 1), checkDelays.length)
    const afterSeconds = checkDelays[look - 1] ?? 30
    const moveOn = { to: `${schoolPaths.import(record.publicId)}?look=${look + 1}`, afterSeconds }
    const headers = new Headers()
    if (!isEnhanced(request)) headers.set('Refresh', `${moveOn.afterSeconds}; url=${moveOn.to}`)
    const { rowsDone, totalRows } = record
    const isLost = await isImportLost(scope, record.id)
    const progress = { state, rowsDone, totalRows, isLost, takesLong: look === checkDelays.length }
    return data({ ...base, moveOn, progress, report: null }, { headers })
  }
  const report = await reportOf(scope, record, { view, kinds })
  return data({ ...base, moveOn: null, progress: null, report })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export default function ImportPage() {
  const { id, title, about, moveOn, progress, report } = useLoaderData<typeof loader>()
  useMoveOn(moveOn)
  return (
    <>
      <PageHead title={title} context={about} />
      {progress ? <ImportProgress {...progress} lookHref={moveOn?.to ?? `${schoolPaths.import(id)}?look=1`} /> : null}
      {report ? <ImportReport id={id} {...report} /> : null}
    </>
  )
}

type ProgressProps = {
  state: string
  rowsDone: number
  totalRows: number
  isLost: boolean
  takesLong: boolean
  lookHref: string
}

/** Progress of the worker, which continues whether or not the page is open. */
function ImportProgress({ state, rowsDone, totalRows, isLost, takesLong, lookHref }: ProgressProps) {
  const doing = state === 'checking' ? 'Checking' : state === 'undoing' ? 'Taking back' : 'Importing'
  const words =
    totalRows === 0 || state === 'undoing'
      ? `${doing}...`
      : `${doing}: ${groupedCount(rowsDone)} of ${groupedCount(totalRows)} rows`
  return (
    <Card>
      <div className="stack">
        <p role="status">
          <strong>{words}</strong>
        </p>
        <progress
          max={Math.max(1, totalRows)}
          value={totalRows === 0 || state === 'undoing' ? undefined : rowsDone}
          aria-label={doing}
        />
        {isLost ? (
          <p>
            The program working on this file was stopped. The work continues by itself within about a minute; nothing is
            lost.
          </p>
        ) : null}
        <p className="soft">
          {takesLong
            ? 'This takes longer than usual; the page refreshes every half minute.'
            : 'This page refreshes by itself.'}{' '}
          You can leave the page: the work continues.
        </p>
        <p>
          <ButtonLink variant="secondary" href={lookHref} label="Refresh" />
        </p>
      </div>
    </Card>
  )
}
