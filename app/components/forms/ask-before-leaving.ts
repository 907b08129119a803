const file = 'a[data-file]'
/** Matches links that leave the page; downloads and links to other tabs do not. */
const leaving = `a[href]:not([href^="#"], [target], [data-file])`

/**
 * Asks for confirmation before unsaved changes are lost by a link, by another form (passed to `isUnsaved`), by a reload
 * or by closing the tab; for the last two the browser shows its own text. Returns a function that removes the check.
 */
export function askBeforeLeaving(isUnsaved: (trigger?: Element) => boolean, question: string): () => void {
  // After the user has confirmed leaving the page, the browser must not ask a second time.
  let yesAt = Number.NEGATIVE_INFINITY
  const ask = (event: Event, trigger: Element | null) => {
    if (!trigger || !isUnsaved(trigger)) return
    if (window.confirm(question)) {
      yesAt = performance.now()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    // The browser fires `beforeunload` for a download too, so its question is suppressed.
    if (target.closest(file)) yesAt = performance.now()
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) ask(event, target.closest(leaving))
  }
  const onSubmit = (event: SubmitEvent) => ask(event, event.target as Element)
  const onUnload = (event: BeforeUnloadEvent) => {
    if (performance.now() - yesAt > 1000 && isUnsaved()) event.preventDefault()
  }
  document.addEventListener('click', onClick, true)
  document.addEventListener('submit', onSubmit, true)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    document.removeEventListener('click', onClick, true)
    document.removeEventListener('submit', onSubmit, true)
    window.removeEventListener('beforeunload', onUnload)
  }
}
