import { useLocation, useNavigate } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '~/language/paraglide/messages'

type FilterBarProps = {
  /** URL of the list: filters are a GET form, so that every filtered list has a URL. */
  action: string
  /** URL without filters; omit it while none is set. */
  resetHref?: string
  /** From `useLiveSearch`, for a search box that submits itself. */
  formRef?: RefObject<HTMLFormElement>
  /** Button label instead of Search. */
  submitLabel?: string
  /** Collapsed at first, so that a phone shows the list; open if a filter is set. */
  isFolded?: boolean
  children: ReactNode
}

/** Search and filters of a list. Has no page field: a changed filter returns to page 1. */
export function FilterBar({ action, resetHref, formRef, submitLabel, isFolded, children }: FilterBarProps) {
  // Only the initial state: clearing the search box later does not collapse the filters.
  const [isOpen] = useState(resetHref !== undefined)
  const bar = (
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
  if (!isFolded) return bar
  return (
    <details className="fold" open={isOpen}>
      <summary>{m.shared_search_and_filter()}</summary>
      {bar}
    </details>
  )
}

const quietMs = 500

/**
 * Submits the filter form 500 ms after the last letter in the search box (student specification, section 9). Works once
 * enhanced, and without a reload, so that the cursor stays. Omits empty fields. Pass the result to FilterBar as
 * `formRef`.
 */
export function useLiveSearch(): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { search } = useLocation()
  const previousSearch = useRef(search)

  useEffect(() => {
    const box = form.current
    if (!box) return
    let timer: number | undefined
    const send = () => {
      const query = new URLSearchParams()
      for (const [name, value] of new FormData(box)) if (value !== '') query.append(name, String(value))
      const text = query.toString()
      navigate(box.getAttribute('action') + (text ? `?${text}` : ''), { replace: true, preventScrollReset: true })
    }
    const onInput = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return
      window.clearTimeout(timer)
      timer = window.setTimeout(send, quietMs)
    }
    const stop = () => window.clearTimeout(timer)
    box.addEventListener('input', onInput)
    box.addEventListener('submit', stop)
    return () => {
      stop()
      box.removeEventListener('input', onInput)
      box.removeEventListener('submit', stop)
    }
  }, [navigate])

  // Updates the fields when another link changes the URL, except the field in which the user is typing.
  useEffect(() => {
    // Skip the first run: the initial fields may already contain typed text.
    if (previousSearch.current === search) return
    previousSearch.current = search
    const query = new URLSearchParams(search)
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      if (isField && field !== document.activeElement) field.value = query.get(field.name) ?? ''
    }
  }, [search])

  return form
}
