const file = 'a[data-file]'
/** A link that takes this page away; files and other tabs do not. */
const leaving = `a[href]:not([href^="#"], [target], [data-file])`

/**
 * Asks before a page is left with something that is not saved: by a link, by another form (then `isUnsaved` is given which), by a reload or
 * by closing it, for which the browser has its own words. Answers how to stop.
 */
export function askBeforeLeaving(isUnsaved: (by?: Element) => boolean, question: string): () => void {
  // Who has said yes is not asked again by the browser.
  let yesAt = Number.NEGATIVE_INFINITY
  const ask = (event: Event, by: Element | null) => {
    if (!by || !isUnsaved(by)) return
    if (window.confirm(question)) {
      yesAt = performance.now()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const by = event.target as Element
    // The browser cannot know yet that it will be a file.
    if (by.closest(file)) yesAt = performance.now()
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) ask(event, by.closest(leaving))
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
