import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { type Saying, sayingOf } from './saying'

type Opened = { at: string | object; called: string; obstacle: string | null; more: unknown }
type Loader = (...of: never) => Promise<Opened>

type DeletePageProps<Of extends Loader> = {
  /** What happens when it goes. */
  consequence: Saying<Of, string>
  /** What can be done where it must stay. */
  instead?: ReactNode
  backHref: (at: Awaited<ReturnType<Of>>['at']) => string
}

/** The question whether a thing is to be deleted, with what the loader of `deleting` answers. */
export function DeletePage<Of extends Loader>({ consequence, instead, backHref }: DeletePageProps<Of>) {
  const opened = useLoaderData() as Awaited<ReturnType<Of>>
  const { at, called, obstacle } = opened
  const refused = useActionData() as { obstacle: string } | undefined
  return (
    <DeleteQuestion
      thing={called}
      consequence={sayingOf<Of>(opened)(consequence)}
      instead={instead}
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={backHref(at)}
    />
  )
}
