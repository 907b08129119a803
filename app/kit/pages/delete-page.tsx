import type { ReactNode } from 'react'
import { DecisionPage, type Opened } from './decision-page'
import { type Saying, sayingOf } from './saying'

type Loader = (...of: never) => Promise<Opened & { called: string }>

type DeletePageProps<Of extends Loader> = {
  /** Consequence of the deletion. */
  consequence: Saying<Of, string>
  /** Alternative when it cannot be deleted. */
  instead?: ReactNode
  backHref: (at: Awaited<ReturnType<Of>>['at']) => string
}

/** Confirms a deletion, on the data of `deleting`. */
export function DeletePage<Of extends Loader>({ consequence, instead, backHref }: DeletePageProps<Of>) {
  return (
    <DecisionPage<Of>
      title={({ called }) => `Delete ${called}?`}
      obstacleTitle={({ called }) => `${called} cannot be deleted`}
      submit="Delete"
      busyText="Deleting..."
      isDangerous
      instead={instead}
      backHref={({ at }) => backHref(at)}
    >
      {(opened) => <p>{sayingOf<Of>(opened)(consequence)}</p>}
    </DecisionPage>
  )
}
