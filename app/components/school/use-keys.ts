import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

export type PageKey = { key: string; does: string; href: string }

/** Elements that handle keys themselves, so that no shortcut applies while one of them has the focus. */
const owning = 'input, textarea, select, button, summary, dialog, [contenteditable], [role="dialog"], [role="menu"]'

function holdsUnsent(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'main form[method="post" i] :is(input:not([type="hidden"]), textarea, select)',
  )
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options]
      // If no option is marked as the default, the browser selects the first one.
      const marked = options.some((option) => option.defaultSelected)
      return marked ? options.some((one) => one.selected !== one.defaultSelected) : field.selectedIndex > 0
    }
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
      return field.checked !== field.defaultChecked
    return field.value !== field.defaultValue
  })
}

/**
 * Opens the page of the pressed shortcut key, once enhanced. Ignores keys in a field, on a button, in a dialog or menu,
 * with a modifier key, or while a form has unsaved input.
 */
export function useKeys(keys: readonly PageKey[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const isOwned = event.target instanceof Element && event.target.closest(owning) !== null
      const shortcut = isOwned ? undefined : keys.find(({ key }) => key === event.key)
      if (!shortcut || document.querySelector('dialog[open]') || holdsUnsent()) return
      event.preventDefault()
      navigate(shortcut.href)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys, navigate])
}
