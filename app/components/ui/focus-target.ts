import type { MouseEvent } from 'react'

/**
 * Once enhanced, a link to a place on this page brings the focus there without a new address: the router would take the
 * changed address for another page and forget what the server has answered to a form.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!target) return
  event.preventDefault()
  target.focus()
}
