import type { KeyboardEvent } from 'react'

/** Enter and Down lead to the next row's field, Up to the one before; after the last row Enter waits on the button that saves. */
export function moveByRow(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || field.dataset.row === undefined) return
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  if (step === 0) return
  // Without this Enter would send the form after each row.
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-row]')]
  const next = fields[fields.indexOf(field) + step]
  next?.focus()
  next?.select()
  if (!next && event.key === 'Enter')
    event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
}
