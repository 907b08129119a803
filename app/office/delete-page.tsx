import type { ReactNode } from 'react'
import { DecisionPage, type Opened } from './decision-page'
import { type Saying, sayingOf } from './saying'

type Loader = (...of: never) => Promise<Opened & { called: string }>

type DeletePageProps<Of extends Loader> = {
  /** What happens when it goes. */
  consequence: Saying<Of, string>
  /** What can be done where it must stay. */
  instead?: ReactNode
  backHref: (at: Awaited<ReturnType<Of>>['at']) => string
}

/** The question whether a thing is to be deleted, with what the loader of `deleting` answers. */
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
