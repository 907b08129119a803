import { useLocation, useNavigate } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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
  /** Opened by a tap, so that a phone shows the list first; open where something is narrowed already. */
  isFolded?: boolean
  children: ReactNode
}

/** Search and filters of a list. The page number is not among the fields: a changed filter goes to page 1. */
export function FilterBar({ action, resetHref, formRef, submitLabel, isFolded, children }: FilterBarProps) {
  // As it was opened: clearing the search box does not shut it.
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
 * Once enhanced, the search box of a filter form sends it 500 ms after the last letter (SP section 9), without a reload, so that the
 * cursor stays. Empty fields are left out of the address. Give the result to the FilterBar as `formRef`.
 */
export function useLiveSearch(): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = useRef(search)

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

  // The form outlives the address: what another link has chosen or taken off is shown, but never under somebody's fingers.
  useEffect(() => {
    // At first the fields are as the server sent them, or as somebody has typed since.
    if (shown.current === search) return
    shown.current = search
    const query = new URLSearchParams(search)
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      if (isField && field !== document.activeElement) field.value = query.get(field.name) ?? ''
    }
  }, [search])

  return form
}
