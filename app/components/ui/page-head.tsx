import type { ReactNode } from 'react'

type PageHeadProps = {
  title: string
  /** One line that says what this page is about right now. */
  context?: ReactNode
  /** The page's main action; on a phone it waits at the bottom of the screen. */
  action?: ReactNode
}

/** The top of every page: its only first-level heading. */
export function PageHead({ title, context, action }: PageHeadProps) {
  return (
    <div className="head">
      <div>
        <h1>{title}</h1>
        {context ? <p>{context}</p> : null}
      </div>
      {action ? <div className="head-action">{action}</div> : null}
    </div>
  )
}
