const file = 'a[data-file]'
/** Matches links that leave the page; excludes downloads and links that open another tab. */
const leaving = `a[href]:not([href^="#"], [target], [data-file])`

/**
 * Asks for confirmation before a link, another form, a reload or closing the tab loses unsaved changes. Before a reload
 * or closing, the browser shows its own text. `isUnsaved` receives the clicked link or submitted form. Returns a
 * function that removes the check.
 */
export function askBeforeLeaving(isUnsaved: (trigger?: Element) => boolean, question: string): () => void {
  // Time of the last confirmation. For one second afterwards, the browser does not ask a second time.
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
    // A download also fires `beforeunload`, although the page stays. So suppress the browser's question.
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
