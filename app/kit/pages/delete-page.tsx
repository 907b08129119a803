import type { ReactNode } from 'react'
import { DecisionPage } from './decision-page'
import type { deleting } from './delete.server'

type DeletePageProps = {
  /** Alternative for a thing that cannot be deleted, such as a button to deactivate it. */
  instead?: ReactNode
}

/** Page that asks whether to delete a thing. All its props are optional, so a route can export it as its default. */
export function DeletePage({ instead }: DeletePageProps) {
  return (
    <DecisionPage<ReturnType<typeof deleting>['loader']>
      title={({ called }) => `Delete ${called}?`}
      obstacleTitle={({ called }) => `${called} cannot be deleted`}
      submit="Delete"
      busyText="Deleting..."
      isDangerous
      instead={instead}
      backHref={({ backHref }) => backHref}
      explanation={({ consequence }) => <p>{consequence}</p>}
    />
  )
}
