import type { ReactNode, RefObject } from 'react'
import { m } from '~/language/paraglide/messages'

type FilterBarProps = {
  /** The list's own address: filters are a GET form, so that every list has a URL. */
  action: string
  /** Where all filters are off; leave it out while none is on. */
  resetHref?: string
  /** From `useLiveSearch`, where the search box sends itself. */
  formRef?: RefObject<HTMLFormElement>
  /** What the button says, where it is not Search. */
  submitLabel?: string
  children: ReactNode
}

/** Search and filters of a list. The page number is not among the fields: a changed filter goes to page 1. */
export function FilterBar({ action, resetHref, formRef, submitLabel, children }: FilterBarProps) {
  return (
    <form className="filters" method="get" action={action} ref={formRef}>
      {children}
      <button type="submit" className="btn">
        {submitLabel ?? m.shared_search()}
      </button>
      {resetHref ? (
        <a className="btn btn-secondary" href={resetHref}>
          {m.shared_reset()}
        </a>
      ) : null}
    </form>
  )
}
