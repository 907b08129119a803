import { schoolPaths } from '~/addresses/school-paths'
import { Alert } from '~/components/ui'
import { formatPaise } from '~/models/core/shared/money'
import { labelOf, type RequestKind } from '~/models/people/second-person/options'

interface Request {
  publicId: string
  kind: RequestKind
  amountPaise: number | null
  askedByName: string
}

/** Requests on this page that wait for a second person's agreement, each with its link. */
export function WaitingRequests({ requests }: { requests: readonly Request[] }) {
  return requests.map(({ publicId, kind, amountPaise, askedByName }) => (
    <Alert key={publicId} tone="warn" title="Waiting for a second person">
      <p>
        <a href={schoolPaths.secondPersonRequest(publicId)}>
          {amountPaise === null ? labelOf(kind) : `${labelOf(kind)}, ${formatPaise(amountPaise, { style: 'exact' })}`}
        </a>
        {`, requested by ${askedByName}. Nothing happens before they agree.`}
      </p>
    </Alert>
  ))
}
