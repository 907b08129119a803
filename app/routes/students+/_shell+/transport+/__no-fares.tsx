import { Alert } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/** The school has no fare to choose: there is nothing to ask for here, but perhaps a seat in a vehicle. */
export function NoFares() {
  return (
    <Alert tone="info">
      <p>{m.transport_no_fares()}</p>
      <p>
        <a className="alone" href={paths.student.vehicles}>
          {m.vehicles_all()}
        </a>
      </p>
    </Alert>
  )
}
