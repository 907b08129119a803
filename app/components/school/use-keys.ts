import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** What a single key does while nobody types: it leads to an address. */
export type PageKey = { key: string; does: string; href: string }

/** Where a key has a meaning of its own, or somebody has begun to answer. */
const owning = 'input, textarea, select, button, summary, dialog, [contenteditable], [role="dialog"], [role="menu"]'

/** Whether a form of the page holds what somebody typed, ticked or chose and has not sent. */
function holdsUnsent(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'main form[method="post" i] :is(input:not([type="hidden"]), textarea, select)',
  )
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options]
      // Where none is marked the first is chosen by itself.
      const marked = options.some((option) => option.defaultSelected)
      return marked ? options.some((one) => one.selected !== one.defaultSelected) : field.selectedIndex > 0
    }
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
      return field.checked !== field.defaultChecked
    return field.value !== field.defaultValue
  })
}

/**
 * Once enhanced, each key opens its page. Never in a field, on a button, in a dialog or a menu that is chosen from, with another key held, or
 * while a form holds what is not saved.
 */
export function useKeys(keys: readonly PageKey[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const isOwned = event.target instanceof Element && event.target.closest(owning) !== null
      const found = isOwned ? undefined : keys.find(({ key }) => key === event.key)
      if (!found || document.querySelector('dialog[open]') || holdsUnsent()) return
      event.preventDefault()
      navigate(found.href)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys, navigate])
}
