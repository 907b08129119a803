import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** What a single key does while nobody types: it leads to an address. */
export type PageKey = { key: string; does: string; href: string }

/** Once enhanced, each key opens its page. Never in a field, in a menu that is chosen from, or with another key held. */
export function useKeys(keys: readonly PageKey[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const typesIn =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      const found = typesIn ? undefined : keys.find(({ key }) => key === event.key)
      if (!found) return
      event.preventDefault()
      navigate(found.href)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys, navigate])
}
