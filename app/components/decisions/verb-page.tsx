import type { ReactNode } from 'react'
import { Alert, ButtonLink, PageHead } from '~/components/ui'

type VerbPageProps = {
  title: string
  /** The page of what is decided about. */
  backHref: string
  context: string
  /** Why it cannot be done now; then there is no form. */
  obstacle: string | null
  /** Another way out of the obstacle. */
  instead?: ReactNode
  children: ReactNode
}

/** A page that does one thing with an application of a student, or says why it cannot be done. */
export function VerbPage({ title, backHref, context, obstacle, instead, children }: VerbPageProps) {
  return (
    <>
      <PageHead title={title} context={context} />
      {obstacle === null ? (
        children
      ) : (
        <div className="card">
          <Alert tone="bad" title="It cannot be done">
            <p>{obstacle}</p>
          </Alert>
          <p className="actions">
            {instead}
            <ButtonLink href={backHref} variant="secondary">
              Back
            </ButtonLink>
          </p>
        </div>
      )}
    </>
  )
}
