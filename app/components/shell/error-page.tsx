import type { ReactNode } from 'react'
import { Brand } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ErrorPageProps = {
  status: number
  title: string
  /** What happened and what to do. */
  message: string
  /** The same id as in the log. */
  requestId?: string
  action?: ReactNode
}

/** The whole page where nothing else can be shown; it needs no data, no cookie and no script. */
export function ErrorPage({ status, title, message, requestId, action }: ErrorPageProps) {
  return (
    <div className="plain">
      <header className="top">
        <Brand href="/" />
      </header>
      <main id="main" tabIndex={-1}>
        <div className="card">
          <p className="soft small">{status}</p>
          <h1>{title}</h1>
          <p>{message}</p>
          {requestId ? <p className="soft small">{m.shared_request_id({ id: requestId })}</p> : null}
          {action ? <div className="actions">{action}</div> : null}
        </div>
      </main>
    </div>
  )
}
