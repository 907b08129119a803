import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { groupedCount } from './__counts'

type ImportProgressProps = {
  state: 'checking' | 'running'
  rowsDone: number
  totalRows: number
  /** The page again, to see how far it is. */
  lookHref: string
  takesLong: boolean
}

/** How far the worker is. It goes on whether or not anybody looks. */
export function ImportProgress({ state, rowsDone, totalRows, lookHref, takesLong }: ImportProgressProps) {
  const doing = state === 'checking' ? 'Checking' : 'Importing'
  const words =
    totalRows === 0 ? `${doing}...` : `${doing}: ${groupedCount(rowsDone)} of ${groupedCount(totalRows)} rows`
  return (
    <Card>
      <div className="stack">
        <p role="status">
          <strong>{words}</strong>
        </p>
        <progress max={Math.max(1, totalRows)} value={totalRows === 0 ? undefined : rowsDone} aria-label={doing} />
        <p className="soft">
          {takesLong
            ? 'This takes longer than usual; the page refreshes every half minute.'
            : 'This page refreshes by itself.'}{' '}
          You may leave it: the work continues.
        </p>
        <p>
          <ButtonLink variant="secondary" href={lookHref}>
            Refresh
          </ButtonLink>
        </p>
      </div>
    </Card>
  )
}
